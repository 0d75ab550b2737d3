# Run by the installation: the configuration, adapted to an installed server, and the systemd unit. What the operator
# may have changed is left alone.
set(etc ${CMAKE_INSTALL_PREFIX}/etc)
set(units ${CMAKE_INSTALL_PREFIX}/lib/systemd/system)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(etc /etc)
  set(units /lib/systemd/system)
endif()
set(config $ENV{DESTDIR}${etc}/inkwell)

# What no longer stands in the file stops the installation.
macro(replace_in text from to)
  string(FIND "${${text}}" "${from}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "'${from}' is not in the file that is to be installed")
  endif()
  string(REPLACE "${from}" "${to}" ${text} "${${text}}")
endmacro()

if(NOT EXISTS ${config}/inkwell.json)
  file(READ ${INKWELL_SOURCE}/config/inkwell.json settings)
  replace_in(settings [["inkwell.schema.json"]] "\"${CMAKE_INSTALL_PREFIX}/share/inkwell/inkwell.schema.json\"")
  replace_in(settings [["directory": "data"]] [["directory": "/var/lib/inkwell"]])
  file(WRITE ${config}/inkwell.json "${settings}")
endif()
message(STATUS "Installed: ${config}/inkwell.json")
file(INSTALL ${INKWELL_SOURCE}/config/plugins.d/README.md DESTINATION ${etc}/inkwell/plugins.d)

file(READ ${INKWELL_SOURCE}/share/systemd/inkwell.service unit)
replace_in(unit "/usr/bin/inkwell" "${CMAKE_INSTALL_PREFIX}/bin/inkwell")
replace_in(unit "/etc/inkwell/inkwell.json" "${etc}/inkwell/inkwell.json")
file(WRITE $ENV{DESTDIR}${units}/inkwell.service "${unit}")
message(STATUS "Installed: $ENV{DESTDIR}${units}/inkwell.service")
