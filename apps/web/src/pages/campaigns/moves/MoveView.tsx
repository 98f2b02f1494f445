import { Alert, Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { type JourneyMove, journeyMoveRoutes } from "@trunkline/contract/runs/journeyMove.ts";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { notAllowed, useMay } from "../../../api/me.ts";
import { useRefresh } from "../../../api/queries.ts";
import { confirm } from "../../../ui/dialog/confirm.tsx";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { later } from "../../../ui/page/lazyPart.tsx";
import { Progress } from "../../../ui/page/Progress.tsx";
import { toastError } from "../../../ui/page/toast.tsx";
import { formatCount, plural } from "../../../ui/text/formatFigure.ts";
import { describeProgress, describeSimulation, isAtWork, mayUndo } from "./describeMove.ts";
import { nameOfNode } from "./moveChoices.ts";
import classes from "./moves.module.css";

const AgainContacts = later(async () => (await import("./AgainContacts.tsx")).AgainContacts);

type Step = "start" | "pause" | "resume" | "cancel" | "undo";

/** A move: what the simulation has found, its progress, and what can be done with it. */
export function MoveView({ move, back }: { move: JourneyMove; back: () => void }) {
  // what would happen is of interest until it happens
  const sentences = move.status === "ready" ? describeSimulation(move) : [`Move to version ${move.version}`];
  const done = move.moved + move.left + move.goneOn;
  const [first, ...rest] = sentences;
  return (
    <Stack gap={16}>
      {first !== undefined && (
        <section aria-label="Result">
          <Title order={2} fz={18}>
            {first}
          </Title>
          {rest.map((sentence) => (
            <Text key={sentence} mt={4}>
              {sentence}
            </Text>
          ))}
        </section>
      )}
      {move.status !== "ready" && move.status !== "simulating" && (
        <Progress
          wide
          done={move.status === "undoing" || move.status === "undone" ? move.undone + move.tooLate : done}
          total={move.status === "undoing" || move.status === "undone" ? move.moved + move.left : move.total}
          label="Progress of the move"
        />
      )}
      {move.status === "failed" ? (
        <Alert color="red">{describeProgress(move)}</Alert>
      ) : (
        <Text role="status">{describeProgress(move)}</Text>
      )}
      <MoveActions move={move} back={back} />
      <Results move={move} />
    </Stack>
  );
}

function MoveActions({ move, back }: { move: JourneyMove; back: () => void }) {
  const refresh = useRefresh();
  const reason = useMay()("workflow-run") ? undefined : notAllowed;
  const [busy, setBusy] = useState<Step | null>(null);
  const { campaignId, moveId, status, total } = move;
  const take = async (step: Step) => {
    setBusy(step);
    try {
      await call(journeyMoveRoutes[step], { params: { campaignId, moveId } });
    } catch (problem) {
      toastError("The move could not be changed", problem);
    }
    await refresh("/v4/campaign/:campaignId/move");
    setBusy(null);
  };
  const undo = async () => {
    const isSure = await confirm({
      title: "Undo this move?",
      consequence: "Every contact who has taken no step since goes back to where they were. The others stay.",
      confirm: "Undo move",
      destructive: false,
    });
    if (isSure) await take("undo");
  };
  const button = (step: Step, label: string, run: () => Promise<void>, isFirst = false) => (
    <ReasonButton
      variant={isFirst ? "filled" : "default"}
      reason={reason}
      loading={busy === step}
      onClick={() => void run()}
    >
      {label}
    </ReasonButton>
  );
  return (
    <Group gap={8}>
      {status === "ready" && total > 0 && button("start", startLabel(move), () => take("start"), true)}
      {status === "paused" && button("resume", "Continue", () => take("resume"), true)}
      {status === "running" && button("pause", "Pause", () => take("pause"))}
      {(status === "running" || status === "paused" || status === "simulating") &&
        button("cancel", "Cancel", () => take("cancel"))}
      {mayUndo(move) && button("undo", "Undo", undo)}
      {!isAtWork(move) && status !== "paused" && (
        <Button variant="default" onClick={back}>
          {status === "ready" ? "Change choices" : "Back to the choices"}
        </Button>
      )}
    </Group>
  );
}

function startLabel({ choices, total }: JourneyMove): string {
  return choices.every(({ action }) => action === "move")
    ? `Move ${plural(total, "contact")}`
    : `Apply to ${plural(total, "contact")}`;
}

interface Opened {
  choice: number;
  node: number;
  title: string;
  count: number;
}

function Results({ move }: { move: JourneyMove }) {
  const [opened, setOpened] = useState<Opened>();
  return (
    <>
      <ul className={classes["rows"]} aria-label="Choices">
        {move.choices.map(({ version, node, from, target, reason, result }, choice) => (
          <li key={`${version} ${node}`} className={classes["row"]}>
            <div>
              <div className={classes["name"]}>{nameOfNode(from)}</div>
              <div className={classes["note"]}>{`Version ${version}`}</div>
            </div>
            <div className={classes["count"]}>{result === null ? "" : plural(result.count, "contact")}</div>
            <div>
              <div>
                {target === null
                  ? `Leave the workflow: ${reason}`
                  : target.node === 0
                    ? `Start in version ${move.version}`
                    : `Move to ${nameOfNode(target)}`}
              </div>
              {(move.status === "ready" ? (result?.again ?? []) : []).map((again) => (
                <div key={again.node} className={classes["again"]}>
                  {`${formatCount(again.count)} would get ${nameOfNode(again)} again: `}
                  <Anchor
                    component="button"
                    type="button"
                    inherit
                    onClick={() =>
                      setOpened({
                        choice,
                        node: again.node,
                        count: again.count,
                        title: `Contacts who would get ${nameOfNode(again)} again`,
                      })
                    }
                  >
                    show them
                  </Anchor>
                </div>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {opened && <AgainContacts move={move} opened={opened} close={() => setOpened(undefined)} />}
    </>
  );
}
