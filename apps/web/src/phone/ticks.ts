// Runs in a worker, because browsers slow the timers of hidden pages down to one a minute.
setInterval(() => self.postMessage("tick"), 1_000);
