-- Sends the requests of a file in turn: METHOD, path and body, with tabs between. "@N@" in a body is a number of its own.
local requests, templates, count, at, serial = {}, {}, 0, 0, 0
function init(args)
  local headers = { ["Authorization"] = "Bearer " .. os.getenv("WRITE_KEY") }
  for line in io.lines(args[1]) do
    local method, path, body = line:match("^([^\t]*)\t([^\t]*)\t?(.*)$")
    count = count + 1
    if body == "" then
      requests[count] = wrk.format(method, path)
    else
      headers["Content-Type"] = "application/json"
      templates[count] = { method, path, headers, body }
    end
  end
  serial = os.time() % 100000 * 10000
end
function request()
  at = at % count + 1
  if requests[at] then return requests[at] end
  local t = templates[at]
  serial = serial + 1
  return wrk.format(t[1], t[2], t[3], (t[4]:gsub("@N@", serial)))
end
