import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconCheck, IconTrash } from "@tabler/icons-react";
import { draftingRoutes } from "@trunkline/contract/ai/drafting.ts";
import type { Ivr, IvrAction } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { useState } from "react";
import type { Item } from "../../api/call.ts";
import { useAsking } from "../../api/useAsking.ts";
import { AskWords } from "../../ui/form/AskWords.tsx";
import { toastSuccess } from "../../ui/page/toast.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import classes from "./DescribeMenus.module.css";
import { type DraftIvr, type DraftMenu, draftIvr, menuName } from "./ivrDraft.ts";
import { MenusReview } from "./MenusReview.tsx";
import { MenuTree } from "./MenuTree.tsx";

const examples = [
  "Press 1 for sales at +1 202 555 0143 and press 2 for support at +1 202 555 0126",
  "Press 1 for opening hours: We are open from 9 to 5 on weekdays",
];

interface Props {
  /** The IVR of the form, as it would be saved. */
  ivr: Ivr;
  /** The model works by rules and nothing leaves the machine. */
  isLocal: boolean;
  /** Names of workflows by id. */
  workflows: ReadonlyMap<string, string>;
  takeOver: (ivr: DraftIvr) => void;
  /** Shows a menu in the form. */
  choose: (menu: number) => void;
  close: () => void;
}

type Proposal = Omit<Item<typeof draftingRoutes.menus>, "cost"> & { requests: readonly string[] };

/** Drafts the menus of the form from sentences. The form changes when the user takes the proposal over (decision 0096). */
export function DescribeMenus({ ivr, isLocal, workflows, takeOver, choose, close }: Props) {
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const { asking, problem, setProblem, ask, cancel } = useAsking();
  const isBlank = ivr.menus.every(
    ({ say, options }) => say === "" && options.every(({ actions }) => actions.length === 0),
  );
  const send = async (words: string): Promise<boolean> => {
    const earlier = proposal?.requests ?? [];
    const body = { words, earlier: earlier.slice(-20), ivr: proposal?.ivr ?? ivr };
    const said = await ask("The model is drafting", draftingRoutes.menus, { body });
    if (said === undefined) return false;
    setProposal({ ...said, requests: [...earlier, words] });
    return true;
  };
  const discard = () => {
    setProposal(null);
    setProblem(null);
  };
  return (
    <Stack gap={16}>
      <Group gap={8} wrap="nowrap">
        <Title order={2} size="h4" id="ivr-describe" flex={1}>
          Describe what you want
        </Title>
        <Button variant="default" size="xs" onClick={close}>
          Close
        </Button>
      </Group>
      <AskWords
        label={
          proposal !== null
            ? "What should be different?"
            : isBlank
              ? "What should callers hear?"
              : "What should change?"
        }
        description={
          isLocal
            ? "The local drafter works by rules and knows sentences with keys."
            : "Only the menus, the names that they can lead to and your words go to the language model."
        }
        submit={proposal === null ? "Draft" : "Refine"}
        examples={isBlank && proposal === null ? examples : []}
        asking={asking}
        problem={problem}
        cancel={cancel}
        send={send}
      />
      {proposal === null && !isBlank && (
        <MenusReview
          ivr={ivr}
          isAsking={asking !== null}
          explain={async () =>
            (await ask("The model is reading", draftingRoutes.explainMenus, { body: { ivr } }))?.text
          }
          choose={choose}
        />
      )}
      {proposal !== null && (
        <ProposedMenus
          key={proposal.requests.length}
          proposal={proposal}
          before={ivr}
          workflows={workflows}
          takeOver={() => {
            takeOver(draftIvr(proposal.ivr));
            discard();
            toastSuccess("The proposal is in the form", "Save publishes it.");
          }}
          discard={discard}
        />
      )}
    </Stack>
  );
}

interface ProposedProps {
  proposal: Proposal;
  before: Ivr;
  workflows: ReadonlyMap<string, string>;
  takeOver: () => void;
  discard: () => void;
}

/** The menus of a proposal, to look at, with what is open. */
function ProposedMenus({ proposal, before, workflows, takeOver, discard }: ProposedProps) {
  const { menus } = draftIvr(proposal.ivr);
  const [chosen, setChosen] = useState(0);
  const menu = menus[chosen];
  const changes = changesOf(before, proposal.ivr);
  return (
    <section aria-label="Proposal">
      <Stack gap={12}>
        <div role="status">
          <Text size="sm">{proposal.summary}</Text>
          <Text size="sm" c="dimmed">
            {changes === "" ? "Nothing changes." : changes}
          </Text>
        </div>
        {proposal.questions.length > 0 && (
          <div>
            <Title order={3} fz={13} mb={4}>
              Open questions
            </Title>
            <ul className={classes["list"]}>
              {proposal.questions.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        )}
        {changes !== "" && <MenuTree menus={menus} chosen={chosen} issues={[]} onChoose={setChosen} />}
        {changes !== "" && menu !== undefined && <MenuWords menu={menu} menus={menus} workflows={workflows} />}
        <Group gap={8}>
          {changes !== "" && (
            <Button size="xs" leftSection={<IconCheck size={14} />} onClick={takeOver}>
              Take over
            </Button>
          )}
          <Button size="xs" variant="default" leftSection={<IconTrash size={14} />} onClick={discard}>
            Discard
          </Button>
        </Group>
      </Stack>
    </section>
  );
}

/** What callers hear in a menu, and what its keys do. */
function MenuWords({
  menu,
  menus,
  workflows,
}: {
  menu: DraftMenu;
  menus: readonly DraftMenu[];
  workflows: ReadonlyMap<string, string>;
}) {
  const wordsOf = ({ type, value }: IvrAction): string => {
    switch (type) {
      case "say":
        return `say “${value}”`;
      case "play":
        return `play ${value}`;
      case "hangup":
        return "hang up";
      case "dial":
        return `dial ${value}`;
      case "nextMenu":
        return `go to ${menuName(
          menus,
          menus.findIndex(({ key }) => key === value),
        )}`;
      case "workflow":
        return `start the workflow ${workflows.get(value) ?? value}`;
      case "livelist":
        return `wait for the live list ${value}`;
    }
  };
  return (
    <div>
      <Title order={3} fz={13} mb={4}>
        {menu.menuId}
      </Title>
      <Text size="sm">{menu.recording ? "A recording is played." : `“${menu.say}”`}</Text>
      <ul className={classes["list"]}>
        {menu.options.map(({ dtmfKey, say, actions }) => (
          <li key={dtmfKey}>
            {dtmfKey}: {[...(say === "" ? [] : [`say “${say}”`]), ...actions.map(wordsOf)].join(", then ")}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "1 new menu, 1 changed menu." Empty if nothing changes. */
function changesOf(before: Ivr, after: Ivr): string {
  // a new form has a menu without a name
  const named = before.menus.filter(({ menuId }) => menuId.trim() !== "");
  const old = new Map(named.map((menu) => [menu.menuId.trim(), menu]));
  const names = new Set(after.menus.map(({ menuId }) => menuId));
  const added = after.menus.filter(({ menuId }) => !old.has(menuId)).length;
  const changed = after.menus.filter((menu) => {
    const was = old.get(menu.menuId);
    return was !== undefined && JSON.stringify(was) !== JSON.stringify(menu);
  }).length;
  const removed = [...old.keys()].filter((name) => !names.has(name)).length;
  const messages = JSON.stringify(before.configurationOptions) === JSON.stringify(after.configurationOptions) ? 0 : 1;
  const parts = [
    ...(added > 0 ? [plural(added, "new menu")] : []),
    ...(changed > 0 ? [plural(changed, "changed menu")] : []),
    ...(removed > 0 ? [plural(removed, "removed menu")] : []),
    ...(messages > 0 ? ["messages for all menus"] : []),
  ];
  return parts.length === 0 ? "" : `${parts.join(", ")}.`;
}
