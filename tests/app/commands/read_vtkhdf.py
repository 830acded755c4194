"""Prints what VTK's own reader finds in a VTKHDF file as JSON. Exit status 77: VTK cannot be imported."""

import json
import sys

try:
    from vtkmodules.vtkCommonCore import vtkVersion
    from vtkmodules.vtkIOHDF import vtkHDFReader
except ImportError as reason:
    print(reason, file=sys.stderr)
    sys.exit(77)


def values(array):
    count = array.GetNumberOfTuples() * array.GetNumberOfComponents()
    return [array.GetVariantValue(i).ToDouble() for i in range(count)]


def arrays(attributes):
    found = {}
    for i in range(attributes.GetNumberOfArrays()):
        array = attributes.GetArray(i)
        found[array.GetName()] = {
            "components": array.GetNumberOfComponents(),
            "values": values(array),
        }
    return found


reader = vtkHDFReader()
if not reader.CanReadFile(sys.argv[1]):
    sys.exit(sys.argv[1] + ": vtkHDFReader says that it cannot read this file")
reader.SetFileName(sys.argv[1])
reader.Update()
data = reader.GetOutputDataObject(0)
found = {
    "version": vtkVersion.GetVTKVersion(),
    "class": data.GetClassName(),
    "points": data.GetNumberOfPoints(),
    "cells": data.GetNumberOfCells(),
    "point_data": arrays(data.GetPointData()),
    "cell_data": arrays(data.GetCellData()),
    "field_data": arrays(data.GetFieldData()),
}
if data.IsA("vtkImageData"):
    found["dimensions"] = data.GetDimensions()
    found["origin"] = data.GetOrigin()
    found["spacing"] = data.GetSpacing()
    matrix = data.GetDirectionMatrix()
    found["direction"] = [matrix.GetElement(i, j) for i in range(3) for j in range(3)]
elif data.GetNumberOfPoints() > 0:
    found["coordinates"] = values(data.GetPoints().GetData())
    found["cell_types"] = [data.GetCellType(i) for i in range(data.GetNumberOfCells())]
    found["cell_sizes"] = [data.GetCell(i).GetNumberOfPoints() for i in range(data.GetNumberOfCells())]
print(json.dumps(found))
