import { Button } from "@mantine/core";
import { Progress } from "../../ui/page/Progress.tsx";
import { formatCount } from "../../ui/text/formatFigure.ts";
import classes from "./FilterBar.module.css";

/** How far a filter that fits few of many contacts has looked, and that it goes on or can. */
export function Searched({
  searched: { contacts, of },
  isGoing,
  goOn,
}: {
  searched: { contacts: number; of: number };
  isGoing: boolean;
  goOn: () => void;
}) {
  return (
    <div className={classes["searched"]}>
      <span role="status">
        {isGoing ? "Searching" : `Searched ${formatCount(contacts)} of about ${formatCount(of)} contacts`}
      </span>
      {isGoing ? (
        <Progress done={contacts} total={of} label="Contacts searched" />
      ) : (
        <Button size="compact-xs" variant="default" onClick={goOn}>
          Continue
        </Button>
      )}
    </div>
  );
}
