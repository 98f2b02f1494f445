import { Button, Divider, Group, Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconArrowDownLeft, IconArrowUpRight, IconBooks } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type NumberSet, numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { campaignVersionRoutes } from "@trunkline/contract/workflows/campaignVersion.ts";
import { type FormEvent, useRef, useState } from "react";
import { callOne } from "../../../api/call.ts";
import { listOf, useRefresh } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { useLeavePrompt } from "../../../ui/form/useLeavePrompt.ts";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { toastCreationErrors, toastSuccess } from "../../../ui/page/toast.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { handWords } from "../describe/handedWords.ts";
import { BasicSettings, FrequencySettings, ProtectionSettings } from "./CampaignSettingsForm.tsx";
import { CreateInbound } from "./CreateInbound.tsx";
import classes from "./CreateWorkflowPage.module.css";
import {
  type CampaignSettings,
  campaignBodyOf,
  campaignSettingsIssues,
  newCampaignSettings,
} from "./campaignSettings.ts";
import { emptyWorkflowText } from "./emptyWorkflowText.ts";
import { FirstWords } from "./FirstWords.tsx";
import { newInboundSettings } from "./inboundTemplate.ts";

const fields = Object.keys(newCampaignSettings) as (keyof CampaignSettings)[];

/** Create Workflow (spec 1 §2.3). It opens on inbound (spec 1 §9). */
export function CreateWorkflowPage() {
  const [address, setAddress] = useAddress();
  const kind = address["type"] === "outbound" ? "outbound" : "inbound";
  const numberSets = useQuery(listOf(numberSetRoutes.list));
  // both forms keep their values when the user switches, and share the title
  const [outbound, setOutbound] = useState(newCampaignSettings);
  const [inbound, setInbound] = useState(newInboundSettings);
  const setTitle = ({ title }: { title?: string }) => {
    if (title === undefined) return;
    setOutbound((before) => ({ ...before, title }));
    setInbound((before) => ({ ...before, title }));
  };
  return (
    <Page
      title="Create Workflow"
      purpose={purpose[kind]}
      crumbs={[{ label: "Workflows", to: paths.campaigns }]}
      shape="form"
      actions={
        <Button
          variant="default"
          leftSection={<IconBooks size={16} />}
          renderRoot={(props) => <Link to={paths.library} {...props} />}
        >
          Start from the library
        </Button>
      }
    >
      {numberSets.isError && numberSets.data === undefined ? (
        <ErrorState title="Error loading page." problem={numberSets.error} retry={() => numberSets.refetch()} />
      ) : (
        <Stack gap={24}>
          <KindCards kind={kind} choose={(type) => setAddress({ type: type === "inbound" ? undefined : type })} />
          {kind === "inbound" ? (
            <CreateInbound
              numberSets={numberSets.data}
              actions={actions}
              settings={inbound}
              change={(part) => {
                setInbound((before) => ({ ...before, ...part }));
                setTitle(part);
              }}
            />
          ) : (
            <CreateOutbound
              numberSets={numberSets.data}
              settings={outbound}
              change={(part) => {
                setOutbound((before) => ({ ...before, ...part }));
                setTitle(part);
              }}
            />
          )}
        </Stack>
      )}
    </Page>
  );
}

const purpose = {
  inbound: "Choose a name and numbers. Next, design where calls and messages go.",
  outbound: "Choose the settings. Next, add the steps. You can change the settings later in the Start node.",
};

const kinds = [
  {
    kind: "inbound",
    label: "Inbound",
    help: "Routes calls and messages to your numbers: to a phone, a work group, voicemail or the inbox.",
    icon: IconArrowDownLeft,
  },
  {
    kind: "outbound",
    label: "Outbound",
    help: "Texts and calls your contacts step by step, and waits for their replies.",
    icon: IconArrowUpRight,
  },
] as const;

/** The choice between the two kinds of workflows. */
const KindCards = ({ kind, choose }: { kind: string; choose: (kind: string) => void }) => (
  <Radio.Group label="Workflow Type" value={kind} onChange={choose}>
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} mt={4}>
      {kinds.map(({ kind: value, label, help, icon: Icon }) => (
        <Radio.Card key={value} value={value} aria-label={label} className={classes["kind"] ?? ""}>
          <Icon size={20} aria-hidden />
          <span>
            <Text span fw={500} display="block">
              {label}
            </Text>
            <Text span size="sm" c="dimmed">
              {help}
            </Text>
          </span>
        </Radio.Card>
      ))}
    </SimpleGrid>
  </Radio.Group>
);

const actions = (isBusy: boolean) => (
  <Group justify="flex-end" gap={8}>
    <Button variant="default" renderRoot={(props) => <Link to={paths.campaigns} {...props} />}>
      Cancel
    </Button>
    {/* the press must not take the focus first: the message that appears on leaving a field would move the button away from under it */}
    <Button type="submit" loading={isBusy} onMouseDown={(event) => event.preventDefault()}>
      Create Workflow
    </Button>
  </Group>
);

/** The form of a new outbound workflow. */
function CreateOutbound({
  numberSets,
  settings,
  change,
}: {
  numberSets: NumberSet[] | undefined;
  settings: CampaignSettings;
  change: (part: Partial<CampaignSettings>) => void;
}) {
  const [touched, setTouched] = useState<ReadonlySet<keyof CampaignSettings>>(new Set());
  const [words, setWords] = useState("");
  const { create, state } = useCreate(settings, words.trim());
  useLeavePrompt(settings !== newCampaignSettings && state === "editing");

  const issues = campaignSettingsIssues(settings);
  const part = {
    settings,
    change,
    errorOf: (field: keyof CampaignSettings) => (touched.has(field) ? issues[field] : undefined),
    leave: (field: keyof CampaignSettings) => setTouched((before) => new Set(before).add(field)),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(new Set(fields));
    if (Object.keys(issues).length === 0) void create();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        <BasicSettings {...part} numberSets={numberSets} />
        <FirstWords
          placeholder="Remind contacts of their appointment, ask them to reply YES or CHANGE, and remind again after 4 hours"
          value={words}
          onChange={setWords}
        />
        <Divider />
        <ProtectionSettings {...part} />
        <Divider />
        <FrequencySettings {...part} />
        {actions(state !== "editing")}
      </Stack>
    </form>
  );
}

/** Creates the campaign, then its empty workflow (spec 1 §4.6). A retry continues after the last successful request. `words`: what the editor drafts first. */
function useCreate(settings: CampaignSettings, words: string) {
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const made = useRef<string>(undefined);
  const navigate = useNavigate();
  const refresh = useRefresh();
  const create = async () => {
    setState("saving");
    try {
      const body = campaignBodyOf(settings);
      const campaignId = made.current;
      const campaign =
        campaignId === undefined
          ? await callOne(campaignRoutes.create, { body })
          : await callOne(campaignRoutes.update, { params: { campaignId }, body });
      made.current = campaign.campaignId;
      const params = { campaignId: campaign.campaignId };
      await callOne(campaignVersionRoutes.createWorkflow, { params, body: { workflow: emptyWorkflowText } });
      if (words !== "") handWords(campaign.campaignId, words);
      setState("saved");
      toastSuccess("Created workflow", campaign.campaignName);
      await refresh("/v4/campaign/");
      await navigate({ to: paths.editCampaign(campaign.campaignId) });
    } catch (problem) {
      setState("editing");
      toastCreationErrors("Error creating workflow", problem);
    }
  };
  return { create, state };
}
