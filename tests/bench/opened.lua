-- Each path of a file once, in turn. Arguments: the file, and how many.
local answered = 0
local asked = 0
local most = 0
local paths = {}

function init(args)
  for path in io.lines(args[1]) do
    paths[#paths + 1] = path
  end
  most = tonumber(args[2])
end

function request()
  asked = asked + 1
  return wrk.format("GET", paths[asked % #paths + 1])
end

function response()
  answered = answered + 1
  if answered >= most then
    wrk.thread:stop()
  end
end
