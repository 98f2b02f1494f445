import { countryRule } from "../../countryRule.ts";

/** The country of the number called or texted. */
export const toCountry = countryRule("To Country", "tocountry", "your");
