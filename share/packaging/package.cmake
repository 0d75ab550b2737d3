# `cpack -G DEB`: the Debian packages inkwell and inkwell-dev. ./dev package builds them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME inkwell)
set(CPACK_PACKAGE_VENDOR Inkwell)
set(CPACK_PACKAGE_CONTACT "The Inkwell maintainers <maintainers@inkwell.invalid>")
set(CPACK_COMPONENTS_ALL inkwell inkwell-dev)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION httpd)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_INKWELL_PACKAGE_NAME inkwell)
set(CPACK_COMPONENT_INKWELL_DESCRIPTION
    "headless content server
Stores structured content in buckets and serves it over a JSON REST interface,
on SQLite or MariaDB. Every area is a plugin that can be switched on and off
while the server runs.")
set(CPACK_DEBIAN_INKWELL_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(CPACK_DEBIAN_INKWELL_PACKAGE_DEPENDS "adduser, init-system-helpers (>= 1.54)")
# For connections to webhooks, mail, S3 and databases; for inkwell-backup.
set(CPACK_DEBIAN_INKWELL_PACKAGE_RECOMMENDS "ca-certificates, sqlite3")
set(CPACK_DEBIAN_INKWELL_PACKAGE_SUGGESTS "default-mysql-server, mariadb-client, inkwell-dev")
foreach(script postinst prerm postrm conffiles)
  list(APPEND CPACK_DEBIAN_INKWELL_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/debian/${script})
endforeach()

set(CPACK_DEBIAN_INKWELL-DEV_PACKAGE_NAME inkwell-dev)
set(CPACK_DEBIAN_INKWELL-DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_INKWELL-DEV_DESCRIPTION
    "headless content server - plugin development
The headers, the CMake package and the test kit that plugins for Inkwell are
built with, and complete examples.")
set(CPACK_DEBIAN_INKWELL-DEV_PACKAGE_DEPENDS
    "inkwell (= ${PROJECT_VERSION}-1), g++ (>= 4:12), make | ninja-build, cmake, libpoco-dev, libboost1.81-dev, libboost-json1.81-dev, libgtest-dev")
include(CPack)

# Policy wants both of every package.
foreach(package inkwell inkwell-dev)
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/debian/copyright DESTINATION share/doc/${package} COMPONENT ${package})
  install(CODE "
    set(changelog \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/doc/${package}/changelog.Debian)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/debian/changelog \${changelog} COPYONLY)
    execute_process(COMMAND gzip -9nf \${changelog} COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${package})
endforeach()
