import { ownValue } from "../ownValue.ts";

const eastern = "America/New_York";
const central = "America/Chicago";
const mountain = "America/Denver";
const pacific = "America/Los_Angeles";
const arizona = "America/Phoenix";
const alaska = "America/Anchorage";
const atlantic = "America/Halifax";
const caribbean = "America/Puerto_Rico";

// one array per set of zones, so that windows are evaluated once per set
const sets = new Map<string, readonly string[]>();
function set(...zones: string[]): readonly string[] {
  const key = zones.join(" ");
  const known = sets.get(key) ?? zones;
  sets.set(key, known);
  return known;
}

const byZones: readonly (readonly [string, readonly string[]])[] = [
  ["CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV", set(eastern)],
  ["AL AR IA IL LA MN MO MS OK WI", set(central)],
  ["CO MT NM UT WY", set(mountain)],
  ["CA WA", set(pacific)],
  ["FL IN KY MI TN", set(eastern, central)],
  ["KS ND NE SD TX", set(central, mountain)],
  ["ID NV OR", set(mountain, pacific)],
  ["AZ", set(arizona, mountain)],
  ["AK", set(alaska, "America/Adak")],
  ["HI", set("Pacific/Honolulu")],
  ["PR VI", set(caribbean)],
  ["GU MP", set("Pacific/Guam")],
  ["AS", set("Pacific/Pago_Pago")],
  ["FM", set("Pacific/Chuuk", "Pacific/Pohnpei")],
  ["MH", set("Pacific/Majuro")],
  ["PW", set("Pacific/Palau")],
  ["NB NS PE", set(atlantic)],
  ["NL", set("America/St_Johns", atlantic)],
  ["QC", set("America/Toronto", atlantic, "America/Blanc-Sablon")],
  ["ON", set("America/Toronto", "America/Winnipeg")],
  ["MB", set("America/Winnipeg")],
  ["SK", set("America/Regina", "America/Edmonton")],
  ["AB NT", set("America/Edmonton")],
  ["BC", set("America/Edmonton", "America/Vancouver")],
  ["NU", set("America/Toronto", "America/Winnipeg", "America/Edmonton")],
  ["YT", set("America/Whitehorse")],
];

/** All zones of a US state, territory or Canadian province, by its two letters. Arizona includes the Navajo Nation, which has daylight saving. */
export const stateZones: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  byZones.flatMap(([states, zones]) => states.split(" ").map((state) => [state, zones])),
);

/** US states by the first three digits of their postal codes; ranges are inclusive. */
const zipStates: readonly (readonly [string, string])[] = [
  ["MA", "010-027 055"],
  ["RI", "028-029"],
  ["NH", "030-038"],
  ["ME", "039-049"],
  ["VT", "050-054 056-059"],
  ["CT", "060-069"],
  ["NJ", "070-089"],
  ["NY", "005 100-149"],
  ["PA", "150-196"],
  ["DE", "197-199"],
  ["DC", "200 202-205 569"],
  ["VA", "201 220-246"],
  ["MD", "206-219"],
  ["WV", "247-268"],
  ["NC", "270-289"],
  ["SC", "290-299"],
  ["GA", "300-319 398-399"],
  ["AL", "350-369"],
  ["MS", "386-397"],
  ["OH", "430-459"],
  ["IA", "500-528"],
  ["WI", "530-532 534-535 537-549"],
  ["MN", "550-551 553-567"],
  ["MT", "590-599"],
  ["IL", "600-620 622-629"],
  ["MO", "630-631 633-641 644-658"],
  ["LA", "700-701 703-708 710-714"],
  ["AR", "716-729"],
  ["OK", "730-731 734-741 743-749"],
  ["CO", "800-816"],
  ["WY", "820-831"],
  ["UT", "840-847"],
  ["NM", "870-871 873-875 877-884"],
  ["CA", "900-908 910-928 930-961"],
  ["HI", "967-968"],
  ["WA", "980-986 988-994"],
  ["PR", "006-007 009"],
  ["VI", "008"],
];

/** States in two zones: all their prefixes. Prefixes on the border have both zones. */
const splitZips: readonly (readonly [string, readonly string[]])[] = [
  // Florida: the panhandle west of the Apalachicola is Central; Gulf county is on both sides of the line
  ["320-323 326-339 341-342 344 346-347 349", set(eastern)],
  ["325", set(central)],
  ["324", set(eastern, central)],
  // Tennessee: 373 reaches Marion, Sequatchie, Franklin and Coffee counties
  ["374 376-379", set(eastern)],
  ["370-372 380-385", set(central)],
  ["373", set(eastern, central)],
  // Kentucky
  ["400 402-418 425", set(eastern)],
  ["420-424", set(central)],
  ["401 426-427", set(eastern, central)],
  // Indiana: the corners around Gary and Evansville
  ["460-462 466-474 478", set(eastern)],
  ["463-464 476-477", set(central)],
  ["465 475 479", set(eastern, central)],
  // Michigan: Gogebic, Iron, Dickinson and Menominee counties
  ["480-497", set(eastern)],
  ["498-499", set(eastern, central)],
  // the Dakotas
  ["570-574", set(central)],
  ["575-576", set(central, mountain)],
  ["577", set(mountain)],
  ["580-584 587", set(central)],
  ["585-586 588", set(central, mountain)],
  // Kansas: Sherman, Wallace, Greeley and Hamilton counties
  ["660-662 664-676", set(central)],
  ["677-679", set(central, mountain)],
  // Nebraska
  ["680-681 683-689", set(central)],
  ["690-692", set(central, mountain)],
  ["693", set(mountain)],
  // Texas: El Paso and Hudspeth counties
  ["733 750-797", set(central)],
  ["798", set(central, mountain)],
  ["799 885", set(mountain)],
  // Idaho: the panhandle is Pacific
  ["832-834 836-837", set(mountain)],
  ["835", set(mountain, pacific)],
  ["838", set(pacific)],
  // Arizona: the Navajo Nation has daylight saving
  ["850-853 855-857 859 863-864", set(arizona)],
  ["860 865", set(arizona, mountain)],
  // Nevada: West Wendover
  ["889-891 893-895 897", set(pacific)],
  ["898", set(mountain, pacific)],
  // Oregon: Malheur county
  ["970-978", set(pacific)],
  ["979", set(mountain, pacific)],
  ["996-999", set(alaska)],
  ["995", set(alaska, "America/Adak")],
  // the Pacific; longer prefixes win
  ["96799", set("Pacific/Pago_Pago")],
  ["969", set("Pacific/Guam")],
  ["9694", set("Pacific/Chuuk", "Pacific/Pohnpei")],
  ["96940", set("Pacific/Palau")],
  ["9696 9697", set("Pacific/Majuro")],
  // Canada: the first letter is the province or a part of it
  ["A", set("America/St_Johns")],
  ["A0P A2V A0K", set("America/St_Johns", atlantic)],
  ["B C E", set(atlantic)],
  ["G H J", set("America/Toronto")],
  ["G0B G4T", set(atlantic)],
  ["G0C G0J", set("America/Toronto", atlantic)],
  ["G0G", set("America/Toronto", "America/Blanc-Sablon")],
  ["K L M N P", set("America/Toronto")],
  ["P0T P0L", set("America/Toronto", "America/Winnipeg")],
  ["P0V P0W P0X P0Y P8N P8T P9A P9N", set("America/Winnipeg")],
  ["R", set("America/Winnipeg")],
  ["S", set("America/Regina")],
  ["S9V S0M", set("America/Regina", "America/Edmonton")],
  ["T", set("America/Edmonton")],
  ["V", set("America/Vancouver")],
  ["V0A V1A V1C V0B V0C V1G V1J", set("America/Edmonton", "America/Vancouver")],
  ["X0A", set("America/Toronto")],
  ["X0B", set("America/Edmonton")],
  ["X0C", set("America/Winnipeg", "America/Toronto")],
  ["X", set("America/Edmonton")],
  ["Y", set("America/Whitehorse")],
];

function prefixes(text: string): string[] {
  return text.split(" ").flatMap((item) => {
    const [from = "", to] = item.split("-");
    if (to === undefined) return [from];
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) =>
      String(Number(from) + index).padStart(3, "0"),
    );
  });
}

/** All zones of a US or Canadian postal code, by its prefix: three digits, longer in the Pacific, first letters in Canada. */
export const postalZones: ReadonlyMap<string, readonly string[]> = new Map([
  ...zipStates.flatMap(([state, ranges]) =>
    prefixes(ranges).map((prefix) => [prefix, ownValue(stateZones, state) ?? []] as const),
  ),
  ...splitZips.flatMap(([ranges, zones]) => prefixes(ranges).map((prefix) => [prefix, zones] as const)),
]);
