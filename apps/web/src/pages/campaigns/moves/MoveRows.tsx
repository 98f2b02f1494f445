import { Select, TextInput } from "@mantine/core";
import type { OnTheirWay } from "@trunkline/contract/runs/journeyMove.ts";
import { plural } from "../../../ui/text/formatFigure.ts";
import { StatusBadge, type Tone } from "../../../ui/text/StatusBadge.tsx";
import { type Chosen, issueOf, keep, nameOfNode, placeOf, type WaitingNode } from "./moveChoices.ts";
import classes from "./moves.module.css";

const changes: Record<WaitingNode["change"], { tone: Tone; words: string }> = {
  gone: { tone: "waits", words: "No longer in the workflow" },
  changed: { tone: "going", words: "Changed" },
  same: { tone: "off", words: "Unchanged" },
};

/** The nodes where contacts are on older versions, each with what happens to them. */
export function MoveRows({
  nodes,
  targets,
  version,
  chosen,
  isTried,
  disabled,
  choose,
}: {
  nodes: readonly WaitingNode[];
  targets: OnTheirWay["targets"];
  /** The published version. */
  version: number;
  chosen: ReadonlyMap<string, Chosen>;
  /** Shows what is missing. */
  isTried: boolean;
  disabled: boolean;
  choose: (at: WaitingNode, values: Partial<Chosen>) => void;
}) {
  const options = targets.map((target) => ({ value: String(target.node), label: nameOfNode(target) }));
  return (
    <ul className={classes["rows"]} aria-label="Nodes with contacts on their way">
      {nodes.map((at) => {
        const choice = chosen.get(placeOf(at)) ?? keep(at);
        const issue = isTried ? issueOf(choice) : undefined;
        const where = `${nameOfNode(at)}, version ${at.version}`;
        return (
          <li key={placeOf(at)} className={classes["row"]}>
            <div>
              <div className={classes["name"]}>{nameOfNode(at)}</div>
              <div className={classes["note"]}>
                <span>{`Version ${at.version}`}</span>
                {at.node !== 0 && <StatusBadge tone={changes[at.change].tone}>{changes[at.change].words}</StatusBadge>}
              </div>
            </div>
            <div className={classes["count"]}>{plural(at.here, "contact")}</div>
            <div className={classes["fields"]}>
              <Select
                aria-label={`What happens at ${where}`}
                allowDeselect={false}
                disabled={disabled}
                data={[
                  { value: "keep", label: `Keep on version ${at.version}` },
                  { value: "move", label: at.node === 0 ? `Start in version ${version}` : "Move to a node" },
                  { value: "leave", label: "Leave the workflow" },
                ]}
                value={choice.action}
                onChange={(action) => choose(at, { action: action as Chosen["action"] })}
              />
              {choice.action === "move" && at.node !== 0 && (
                <Select
                  aria-label={`New node for ${where}`}
                  placeholder="Choose a node"
                  searchable
                  allowDeselect={false}
                  disabled={disabled}
                  data={options}
                  value={choice.to === null ? null : String(choice.to)}
                  onChange={(to) => choose(at, { to: to === null ? null : Number(to) })}
                  error={issue}
                />
              )}
              {choice.action === "leave" && (
                <TextInput
                  aria-label={`Reason for ${where}`}
                  placeholder="Reason, shown on the journey"
                  maxLength={200}
                  disabled={disabled}
                  value={choice.reason}
                  onChange={(event) => choose(at, { reason: event.currentTarget.value })}
                  error={issue}
                />
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
