/** Every zone that an area code and its overlays span. */
export const areaCodeZones: Readonly<Record<string, readonly string[]>> = {
  "212": ["America/New_York"],
};
