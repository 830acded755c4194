# Run by cpack before it makes the packages: Debian has the font, which is the same to the byte.
file(GLOB font ${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/ringlet/assets/font/DejaVuSans.ttf)
if(font)
  file(CREATE_LINK /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ${font} SYMBOLIC)
endif()
