"""Prints what NumPy finds in a saved state as JSON. Exit status 77: NumPy cannot be imported."""

import json
import sys

try:
    import numpy
except ImportError as reason:
    print(reason, file=sys.stderr)
    sys.exit(77)

with numpy.load(sys.argv[1]) as state:
    arrays = {name: state[name] for name in state.files if name != "state.json"}
    text = json.loads(state["state.json"])
print(
    json.dumps(
        {
            "text": text,
            "types": {name: str(array.dtype) for name, array in arrays.items()},
            "shapes": {name: array.shape for name, array in arrays.items()},
            "values": {name: array.ravel().tolist() for name, array in arrays.items()},
        }
    )
)
