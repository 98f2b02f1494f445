import { Button, Group, Stack, Text } from "@mantine/core";
import { journeyMoveRoutes, type OnTheirWay } from "@trunkline/contract/runs/journeyMove.ts";
import { useState } from "react";
import { callOne } from "../../../api/call.ts";
import { notAllowed, useMay } from "../../../api/me.ts";
import { useRefresh } from "../../../api/queries.ts";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { toastError } from "../../../ui/page/toast.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import { MoveRows } from "./MoveRows.tsx";
import { type Chosen, issueOf, keep, placeOf, sortedNodes, type WaitingNode, writeChoices } from "./moveChoices.ts";

/** Chooses for each node what happens to the contacts there, and has it simulated. */
export function ChooseMoves({
  campaignId,
  batchId,
  found,
  open,
}: {
  campaignId: string;
  batchId: string | undefined;
  found: OnTheirWay;
  /** Shows the move that was made. */
  open: (moveId: string) => void;
}) {
  const mayRun = useMay()("workflow-run");
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const nodes = sortedNodes(found.nodes);
  const choices = writeChoices(nodes, chosen);
  const isMissing = [...chosen.values()].some((choice) => issueOf(choice) !== undefined);
  const choose = (at: WaitingNode, values: Partial<Chosen>) =>
    setChosen((before) => new Map(before).set(placeOf(at), { ...(before.get(placeOf(at)) ?? keep(at)), ...values }));
  const matched = nodes.filter(({ match }) => match !== null);
  const simulate = async () => {
    setTried(true);
    if (isMissing) return;
    setBusy(true);
    try {
      const made = await callOne(journeyMoveRoutes.create, {
        params: { campaignId },
        body: { version: found.version, choices, ...(batchId !== undefined && { batchId }) },
      });
      open(made.moveId);
    } catch (problem) {
      toastError("The move could not be simulated", problem);
      await refresh("/v4/campaign/:campaignId/move");
    } finally {
      setBusy(false);
    }
  };
  const nothing = !mayRun
    ? notAllowed
    : choices.length === 0 && !isMissing
      ? "Choose what happens at one node at least."
      : undefined;
  return (
    <Stack gap={16}>
      <Group gap={8} justify="space-between">
        <Text fw={500}>{`${plural(found.total, "contact")} on older versions`}</Text>
        {matched.length > 0 && mayRun && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              setChosen(new Map(matched.map((at) => [placeOf(at), { ...keep(at), action: "move" as const }])))
            }
          >
            Move all to the matching node
          </Button>
        )}
      </Group>
      <MoveRows
        nodes={nodes}
        targets={found.targets}
        version={found.version}
        chosen={chosen}
        isTried={isTried}
        disabled={!mayRun}
        choose={choose}
      />
      <Group gap={8}>
        <ReasonButton reason={nothing} loading={isBusy} onClick={() => void simulate()}>
          Simulate
        </ReasonButton>
        <Text size="sm" c="dimmed">
          Nothing is changed before you have seen what would happen.
        </Text>
      </Group>
    </Stack>
  );
}
