-- Lets a client spend a request, if it may. Everything is counted in microseconds.
-- KEYS[1]: when the client has paid off. ARGV: what a request costs, and what a client may owe.
-- Answers with whether the request was one too many (1 or 0), and with what the client owes.
local cost, credit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

-- Something else may stand there, for which GET fails or which is no number.
local free = redis.pcall('GET', KEYS[1])
local debt = (type(free) == 'string' and tonumber(free) or 0) - now

-- Paid off; or of a larger quota, of a clock that was put back, or no number after all: then it is forgotten.
if not (debt > 0 and debt <= credit) then
    debt = 0
end

if debt + cost > credit then
    return {1, debt}
end
debt = debt + cost
redis.call('SET', KEYS[1], string.format('%.0f', now + debt), 'PX', math.ceil(debt / 1000))
return {0, debt}
