/** A town that numbers of an area code belong to in the simulation. */
export interface SimulatedPlace {
  city: string;
  state: string;
  zip: string;
}

/** By area code, so that a look-up gives the same answer every time. */
export const simulatedPlaces: Readonly<Record<string, SimulatedPlace>> = {
  "202": { city: "Washington", state: "DC", zip: "20001" },
  "206": { city: "Seattle", state: "WA", zip: "98101" },
  "212": { city: "New York", state: "NY", zip: "10001" },
  "303": { city: "Denver", state: "CO", zip: "80202" },
  "312": { city: "Chicago", state: "IL", zip: "60601" },
  "415": { city: "San Francisco", state: "CA", zip: "94103" },
  "512": { city: "Austin", state: "TX", zip: "78701" },
  "602": { city: "Phoenix", state: "AZ", zip: "85001" },
  "808": { city: "Honolulu", state: "HI", zip: "96813" },
  "850": { city: "Tallahassee", state: "FL", zip: "32301" },
};

/** Numbers of every other area code; their state is left to the number itself. */
export const simulatedElsewhere = { city: "Sampleton", zip: "00000" } as const;
