const firstNames =
  "Ava Ben Carla Dev Elena Farid Grace Hugo Iris Jamal Kira Leo Maya Noah Olga Pablo Quinn Rosa Sam Tara Uma Victor Wendy Xavier Yara Zoe".split(
    " ",
  );
const lastNames =
  "Adler Baker Chen Diaz Evans Fischer Garcia Hughes Ito Jones Kim Lopez Miller Nguyen Owens Patel Quist Rivera Smith Turner Ueda Vance Walker Young".split(
    " ",
  );
/** Places with area codes of every continental zone, Arizona and Hawaii; 850 lies in two zones. */
const places = [
  { areaCode: "202", city: "Washington", state: "DC", postalCode: "20001" },
  { areaCode: "212", city: "New York", state: "NY", postalCode: "10001" },
  { areaCode: "312", city: "Chicago", state: "IL", postalCode: "60601" },
  { areaCode: "512", city: "Austin", state: "TX", postalCode: "78701" },
  { areaCode: "303", city: "Denver", state: "CO", postalCode: "80202" },
  { areaCode: "602", city: "Phoenix", state: "AZ", postalCode: "85001" },
  { areaCode: "415", city: "San Francisco", state: "CA", postalCode: "94103" },
  { areaCode: "206", city: "Seattle", state: "WA", postalCode: "98101" },
  { areaCode: "850", city: "", state: "", postalCode: "" },
  { areaCode: "808", city: "Honolulu", state: "HI", postalCode: "96813" },
] as const;

/** The demo's 1 000 contacts as a CSV file: fictional numbers (555-0100 to 0199), the same at every start. */
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
    lines.push([phone, first, last, email, place.city, place.state, place.postalCode, tier, appointment].join(","));
  }
  return `${lines.join("\n")}\n`;
}
