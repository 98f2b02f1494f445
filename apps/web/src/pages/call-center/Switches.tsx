import { Switch } from "@mantine/core";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";
import { type Address, useAddress } from "../../ui/page/useAddress.ts";
import classes from "./Switches.module.css";

/** Which waits count in the service level, as the address says. */
export const readSwitches = ({ abandons, short, released, seconds }: Address) => ({
  abandons: abandons === "no" ? ("false" as const) : ("true" as const),
  shortAbandons: short === "yes" ? ("true" as const) : ("false" as const),
  released: released === "yes" ? ("true" as const) : ("false" as const),
  shortSeconds: /^\d{1,2}$/.test(seconds ?? "") ? Math.min(60, Number(seconds)) : 5,
});

/** The formula of the service level, as the switches say. */
export function Formula() {
  const [address] = useAddress();
  const { abandons, shortAbandons, released } = readSwitches(address);
  return (
    <p className={classes["formula"]}>
      Service level = answered in time ÷ (answered + unanswered
      {abandons === "true" ? " + abandoned" : ""}
      {shortAbandons === "true" ? " + short abandons" : ""}
      {released === "true" ? " + routed on and callbacks" : ""})
    </p>
  );
}

/** The formula of the service level with its switches, saved in the address. */
export function Switches() {
  const [address, change] = useAddress();
  const { abandons, shortAbandons, released, shortSeconds } = readSwitches(address);
  return (
    <section className={classes["switches"]} aria-label="Service level">
      <Formula />
      <Switch
        label="Abandoned"
        checked={abandons === "true"}
        onChange={({ currentTarget: { checked } }) => change({ abandons: checked ? undefined : "no" })}
      />
      <Switch
        label="Short abandons"
        checked={shortAbandons === "true"}
        onChange={({ currentTarget: { checked } }) => change({ short: checked ? "yes" : undefined })}
      />
      <Switch
        label="Routed on and callbacks"
        checked={released === "true"}
        onChange={({ currentTarget: { checked } }) => change({ released: checked ? "yes" : undefined })}
      />
      <div className={classes["short"]}>
        <span aria-hidden>Short abandons hang up within</span>
        <WholeNumberInput
          aria-label="Short abandons hang up within"
          size="xs"
          min={0}
          max={60}
          w={72}
          suffix=" s"
          value={shortSeconds}
          onChange={(value) => change({ seconds: value === "" || value === 5 ? undefined : String(value) })}
        />
      </div>
    </section>
  );
}
