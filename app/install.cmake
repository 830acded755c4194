# The component `program`: the program with its data, and what a desktop, a shell and man look for. All of it is found
# from where the program is, so that the tree can be moved.
set(shared ${CMAKE_INSTALL_DATADIR})
set(desktop ${PROJECT_SOURCE_DIR}/assets/desktop)
set(name org.ringlet.Ringlet)

install(TARGETS ringlet RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets ${PROJECT_SOURCE_DIR}/shaders DESTINATION ${shared}/ringlet
  COMPONENT program PATTERN pictures EXCLUDE PATTERN desktop EXCLUDE PATTERN make_* EXCLUDE)

install(FILES ${desktop}/${name}.desktop DESTINATION ${shared}/applications COMPONENT program)
install(FILES ${desktop}/${name}.metainfo.xml DESTINATION ${shared}/metainfo COMPONENT program)
install(FILES ${desktop}/${name}.mime.xml DESTINATION ${shared}/mime/packages RENAME ${name}.xml COMPONENT program)
foreach(size 32 48 64 128 256)
  install(FILES ${desktop}/ringlet-${size}.png DESTINATION ${shared}/icons/hicolor/${size}x${size}/apps
    RENAME ringlet.png COMPONENT program)
endforeach()

# The program itself writes its pages, whenever it is linked.
set(pages ${CMAKE_CURRENT_BINARY_DIR}/pages)
file(MAKE_DIRECTORY ${pages})
add_custom_command(TARGET ringlet POST_BUILD VERBATIM WORKING_DIRECTORY ${pages}
  COMMAND sh -c "\"$1\" man | gzip -9n >ringlet.1.gz" sh $<TARGET_FILE:ringlet>
  COMMAND sh -c "for shell in bash zsh fish; do \"$1\" completion $shell >ringlet.$shell; done" sh $<TARGET_FILE:ringlet>)
install(FILES ${pages}/ringlet.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${pages}/ringlet.bash DESTINATION ${shared}/bash-completion/completions RENAME ringlet COMPONENT program)
install(FILES ${pages}/ringlet.zsh DESTINATION ${shared}/zsh/vendor-completions RENAME _ringlet COMPONENT program)
install(FILES ${pages}/ringlet.fish DESTINATION ${shared}/fish/vendor_completions.d COMPONENT program)
