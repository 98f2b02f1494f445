// A worker: timers of a page that nobody looks at are slowed down to one a minute, those of a worker are not.
setInterval(() => self.postMessage("tick"), 1_000);
