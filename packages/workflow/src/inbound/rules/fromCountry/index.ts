import { countryRule } from "../../countryRule.ts";

/** The country of the caller or sender. */
export const fromCountry = countryRule("From Country", "fromcountry", "the caller's or sender's");
