import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { areaCodeOf, zonesOfPhone } from "@trunkline/workflow/parts/time/recipientZones.ts";

/** Places of well-known area codes. */
const places: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "201 Jersey City, NJ|202 Washington, DC|203 New Haven, CT|205 Birmingham, AL|206 Seattle, WA|207 Portland, ME|" +
    "208 Boise, ID|210 San Antonio, TX|212 New York, NY|213 Los Angeles, CA|214 Dallas, TX|215 Philadelphia, PA|" +
    "216 Cleveland, OH|225 Baton Rouge, LA|240 Rockville, MD|251 Mobile, AL|253 Tacoma, WA|267 Philadelphia, PA|" +
    "281 Houston, TX|301 Bethesda, MD|302 Wilmington, DE|303 Denver, CO|304 Charleston, WV|305 Miami, FL|" +
    "307 Cheyenne, WY|310 Santa Monica, CA|312 Chicago, IL|313 Detroit, MI|314 St. Louis, MO|315 Syracuse, NY|" +
    "316 Wichita, KS|317 Indianapolis, IN|321 Orlando, FL|323 Los Angeles, CA|334 Montgomery, AL|347 New York, NY|" +
    "360 Vancouver, WA|385 Salt Lake City, UT|401 Providence, RI|402 Omaha, NE|404 Atlanta, GA|405 Oklahoma City, OK|" +
    "406 Billings, MT|407 Orlando, FL|408 San Jose, CA|410 Baltimore, MD|412 Pittsburgh, PA|413 Springfield, MA|" +
    "414 Milwaukee, WI|415 San Francisco, CA|416 Toronto, ON|419 Toledo, OH|423 Chattanooga, TN|425 Bellevue, WA|" +
    "443 Baltimore, MD|469 Dallas, TX|470 Atlanta, GA|480 Mesa, AZ|501 Little Rock, AR|502 Louisville, KY|" +
    "503 Portland, OR|504 New Orleans, LA|505 Albuquerque, NM|509 Spokane, WA|510 Oakland, CA|512 Austin, TX|" +
    "513 Cincinnati, OH|514 Montreal, QC|515 Des Moines, IA|516 Hempstead, NY|518 Albany, NY|520 Tucson, AZ|" +
    "571 Arlington, VA|585 Rochester, NY|601 Jackson, MS|602 Phoenix, AZ|603 Manchester, NH|604 Vancouver, BC|" +
    "605 Sioux Falls, SD|608 Madison, WI|612 Minneapolis, MN|613 Ottawa, ON|614 Columbus, OH|615 Nashville, TN|" +
    "616 Grand Rapids, MI|617 Boston, MA|619 San Diego, CA|628 San Francisco, CA|629 Nashville, TN|646 New York, NY|" +
    "647 Toronto, ON|650 San Mateo, CA|651 St. Paul, MN|657 Anaheim, CA|678 Atlanta, GA|682 Fort Worth, TX|" +
    "701 Fargo, ND|702 Las Vegas, NV|703 Arlington, VA|704 Charlotte, NC|707 Santa Rosa, CA|713 Houston, TX|" +
    "714 Anaheim, CA|716 Buffalo, NY|717 Lancaster, PA|718 New York, NY|719 Colorado Springs, CO|720 Denver, CO|" +
    "725 Las Vegas, NV|727 St. Petersburg, FL|737 Austin, TX|757 Virginia Beach, VA|760 Oceanside, CA|773 Chicago, IL|" +
    "775 Reno, NV|781 Lynn, MA|786 Miami, FL|801 Salt Lake City, UT|802 Burlington, VT|803 Columbia, SC|" +
    "804 Richmond, VA|805 Oxnard, CA|808 Honolulu, HI|813 Tampa, FL|816 Kansas City, MO|817 Fort Worth, TX|" +
    "818 Burbank, CA|832 Houston, TX|843 Charleston, SC|858 San Diego, CA|901 Memphis, TN|902 Halifax, NS|" +
    "903 Tyler, TX|904 Jacksonville, FL|907 Anchorage, AK|909 San Bernardino, CA|910 Wilmington, NC|913 Overland Park, KS|" +
    "915 El Paso, TX|916 Sacramento, CA|917 New York, NY|918 Tulsa, OK|919 Raleigh, NC|925 Concord, CA|949 Irvine, CA|" +
    "954 Fort Lauderdale, FL|972 Dallas, TX|973 Newark, NJ|980 Charlotte, NC"
  )
    .split("|")
    .map((entry) => [entry.slice(0, 3), entry.slice(4)]),
);

/** Area codes offered without a search: large cities in all time zones. */
const wellKnown = ["646", "213", "773", "617", "404", "305", "214", "713", "480", "425", "720", "702", "215", "619"];

/** Fictional numbers of an area code: 555-0100 to 555-0199 are never assigned. */
const linesPerAreaCode = 100;

/** The place of a number's area code, if it is well known. */
export const placeOf = (phone: string): string | null => ownValue(places, areaCodeOf(phone) ?? "") ?? null;

/** Whether the area code is in use. */
export const isAreaCode = (areaCode: string): boolean => zonesOfPhone(`+1${areaCode}5550100`) !== undefined;

/** Whether the simulated carrier has such a number. */
export const isOffered = (phone: string): boolean => /^\+1\d{3}55501\d\d$/.test(phone) && isAreaCode(phone.slice(2, 5));

/** All numbers of the simulated carrier in an area code, or in the well-known ones, in a fixed order. */
export function listOffered(areaCode?: string): string[] {
  const areaCodes = areaCode === undefined ? wellKnown : [areaCode];
  return Array.from({ length: linesPerAreaCode }, (_, line) =>
    areaCodes.map((code) => `+1${code}55501${String(line).padStart(2, "0")}`),
  ).flat();
}
