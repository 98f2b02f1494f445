import { Button } from "@mantine/core";
import { Progress } from "../../ui/page/Progress.tsx";
import { formatCount } from "../../ui/text/formatFigure.ts";
import classes from "./FilterBar.module.css";

/** The progress of a search with few matches, and a button to continue it. */
export function SearchProgress({
  searched: { contacts, of },
  isSearching,
  onContinue,
}: {
  searched: { contacts: number; of: number };
  isSearching: boolean;
  onContinue: () => void;
}) {
  return (
    <div className={classes["searched"]}>
      <span role="status">
        {isSearching ? "Searching" : `Searched ${formatCount(contacts)} of about ${formatCount(of)} contacts`}
      </span>
      {isSearching ? (
        <Progress done={contacts} total={of} label="Contacts searched" />
      ) : (
        <Button size="compact-xs" variant="default" onClick={onContinue}>
          Continue
        </Button>
      )}
    </div>
  );
}
