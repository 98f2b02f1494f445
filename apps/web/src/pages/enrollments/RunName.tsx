import classes from "./RunName.module.css";
import { splitName } from "./splitName.ts";

/** The name of a run. Where it has no room, its start is cut: runs of one workflow differ in the date at the end. */
export function RunName({ name }: { name: string }) {
  const [start, end] = splitName(name);
  return (
    <span className={classes["name"]}>
      <span className={classes["start"]}>{start}</span>
      {end === "" ? null : <span className={classes["end"]}>{end}</span>}
    </span>
  );
}
