import type { CarrierClock } from "@trunkline/carriers/carrier.ts";

/** The clock of connections. */
export const carrierClock: CarrierClock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
