-- The method is the script's only argument.
function init(args)
  wrk.method = args[1] or "GET"
end
