import { simulatedPlaces } from "@trunkline/carriers/simulated/simulatedPlaces.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

const firstNames =
  "Ava Ben Carla Dev Elena Farid Grace Hugo Iris Jamal Kira Leo Maya Noah Olga Pablo Quinn Rosa Sam Tara Uma Victor Wendy Xavier Yara Zoe".split(
    " ",
  );
const lastNames =
  "Adler Baker Chen Diaz Evans Fischer Garcia Hughes Ito Jones Kim Lopez Miller Nguyen Owens Patel Quist Rivera Smith Turner Ueda Vance Walker Young".split(
    " ",
  );
/** Area codes in every continental time zone, Arizona and Hawaii. Area code 850 has no place because it spans two time zones. */
const areaCodes = ["202", "212", "312", "512", "303", "602", "415", "206", "850", "808"];
const nowhere = { city: "", state: "", zip: "" };
const places = areaCodes.map((areaCode) => ({
  areaCode,
  ...((areaCode === "850" ? undefined : ownValue(simulatedPlaces, areaCode)) ?? nowhere),
}));

/** The demo's 1,000 contacts as CSV: fictional numbers (555-0100 to 0199), the same at every start. */
export function demoContactsCsv(): string {
  const lines = ["phone,firstName,lastName,email,city,state,postalCode,tier,appointment"];
  for (let n = 0; n < 1000; n++) {
    const place = places[n % places.length]!;
    const first = firstNames[(n * 7) % firstNames.length]!;
    const last = lastNames[(n * 11) % lastNames.length]!;
    const phone = `+1${place.areaCode}5550${100 + Math.floor(n / places.length)}`;
    const tier = ["bronze", "silver", "gold"][n % 3];
    const hour = 9 + (n % 8);
    const appointment = `${((hour + 11) % 12) + 1}:${n % 2 ? "30" : "00"} ${hour < 12 ? "AM" : "PM"}`;
    const email = `${first}.${last}.${n}@example.com`.toLowerCase();
    lines.push([phone, first, last, email, place.city, place.state, place.zip, tier, appointment].join(","));
  }
  return `${lines.join("\n")}\n`;
}
