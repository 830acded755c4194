# Run by cpack before it makes the packages: links to the font of Debian, which is identical.
file(GLOB font ${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/ringlet/assets/font/DejaVuSans.ttf)
if(font)
  file(CREATE_LINK /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ${font} SYMBOLIC)
endif()
