import { countryRule } from "../../countryRule.ts";

/** The country of who calls or texts. */
export const fromCountry = countryRule("From Country", "fromcountry", "the caller's or sender's");
