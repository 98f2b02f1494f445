import { Divider, Select, Stack, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { NumberSet } from "@trunkline/contract/numbers/number.ts";
import { routeTagRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import { routeTagOf } from "@trunkline/contract/routing/routeTag.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { callOne } from "../../../api/call.ts";
import { useMe, useMustAsk } from "../../../api/me.ts";
import { listOf, useRefresh } from "../../../api/queries.ts";
import { AssetField } from "../../../fields/AssetField.tsx";
import { type FieldLists, NodeFormContext } from "../../../fields/formContext.ts";
import { paths } from "../../../paths.ts";
import { useLeavePrompt } from "../../../ui/form/useLeavePrompt.ts";
import { arrived } from "../../../ui/page/lazyPart.tsx";
import { toastCreationErrors, toastSuccess } from "../../../ui/page/toast.tsx";
import { useGo } from "../../../ui/page/useGo.ts";
import { usePreload } from "../../../ui/page/usePreload.ts";
import { handWords } from "../describe/handedWords.ts";
import { RouteNotSaved } from "../inbound/RouteNotSaved.ts";
import { BasicSettings } from "./CampaignSettingsForm.tsx";
import { FirstWords } from "./FirstWords.tsx";
import { type InboundSettings, inboundSettingsIssues, newInboundSettings, templateTypes } from "./inboundTemplate.ts";
import { removeRoute } from "./removeRoute.ts";

// drawing and saving code loads after the form
const loadDrawing = () => import("./newInboundGraph.ts");
const loadSave = () => import("../inbound/saveRoute.ts");
const loadDraft = () => import("../approval/saveAsDraft.ts");
const soon = [loadDrawing, loadSave];

interface Props {
  numberSets: NumberSet[] | undefined;
  /** The form buttons. */
  actions: (isBusy: boolean) => ReactNode;
  settings: InboundSettings;
  change: (part: Partial<InboundSettings>) => void;
}

/** The form of a new inbound workflow: title, number set, template (spec 1 §2.3, §5.1). */
export function CreateInbound({ numberSets, actions, settings, change }: Props) {
  const [touched, setTouched] = useState<ReadonlySet<keyof InboundSettings>>(new Set());
  const tags = useQuery(listOf(routeTagRoutes.list));
  const [words, setWords] = useState("");
  const { create, state } = useCreateInbound(settings, words.trim());
  usePreload(soon);
  useLeavePrompt(settings !== newInboundSettings && state === "editing");
  const issues = inboundSettingsIssues(settings);
  if (tags.data?.some(({ routeTag }) => routeTag === routeTagOf(settings.title)))
    issues.title = "Route Tag already exists. Please use a different name.";
  const leave = (field: keyof InboundSettings) => setTouched((before) => new Set(before).add(field));
  const errorOf = (field: keyof InboundSettings) => (touched.has(field) ? issues[field] : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(new Set(Object.keys(newInboundSettings) as (keyof InboundSettings)[]));
    if (Object.keys(issues).length === 0) void create();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        <BasicSettings
          settings={settings}
          change={change}
          errorOf={errorOf}
          leave={leave}
          numberSets={numberSets}
          placeholder="Front desk"
          numberSetHelp="This workflow handles calls and messages to these numbers."
          answered
        />
        <FirstWords
          placeholder="Send calls between 9:00 and 17:00 to +1 202 555 0143 and all other calls to voicemail"
          value={words}
          onChange={(next) => {
            // the draft draws the destinations, unless a template was chosen
            if (words === "" && settings.template === null) change({ fromTemplate: false });
            setWords(next);
          }}
        />
        <Divider />
        <Stack gap={16}>
          <Switch
            label="From a template"
            description="Start with one call destination in place, or turn this off to start from scratch."
            checked={settings.fromTemplate}
            onChange={(event) => change({ fromTemplate: event.currentTarget.checked })}
          />
          {settings.fromTemplate && (
            <Select
              label="Workflow Template"
              withAsterisk
              data={[...templateTypes]}
              allowDeselect={false}
              placeholder="Choose"
              value={settings.template}
              onChange={(template) => change({ template, value: "" })}
              onBlur={() => leave("template")}
              error={errorOf("template")}
            />
          )}
          {settings.fromTemplate && (
            <TemplateValue settings={settings} change={change} leave={leave} error={errorOf("value")} />
          )}
        </Stack>
        {actions(state !== "editing")}
      </Stack>
    </form>
  );
}

interface ValueProps {
  settings: InboundSettings;
  change: (part: Partial<InboundSettings>) => void;
  leave: (field: keyof InboundSettings) => void;
  error: string | undefined;
}

const noLists: FieldLists = { options: () => [], paths: () => [], flag: () => false };

/** The value that the template needs: a number or an audio file. */
function TemplateValue({ settings: { template, value }, change, leave, error }: ValueProps) {
  if (template === "call_forwarding")
    return (
      <TextInput
        label="Phone Number or SIP Address"
        withAsterisk
        placeholder="+12025550123 or sip:desk@pbx.example.com"
        value={value}
        onChange={(event) => change({ value: event.currentTarget.value })}
        onBlur={() => leave("value")}
        error={error}
      />
    );
  if (template !== "voicemail" && template !== "playaudio") return null;
  const label = template === "voicemail" ? "Greeting" : "Audio File";
  return (
    <NodeFormContext.Provider value={{ lists: noLists, errorAt: () => error, touch: () => undefined, readOnly: false }}>
      <AssetField
        field={{ name: "value", label, required: true, input: "asset", type: "audio" }}
        place="value"
        value={value}
        draft={{}}
        disabled={undefined}
        onChange={(next) => change({ value: String(next) })}
      />
    </NodeFormContext.Provider>
  );
}

/** Creates the route tag, assigns its numbers and saves the template (spec 1 §4.6), as a draft of a user who has to ask for approval. An incomplete workflow is removed. `words`: what the designer drafts first. */
function useCreateInbound(settings: InboundSettings, words: string) {
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const { accountSid } = useMe().account;
  const mustAsk = useMustAsk();
  const refresh = useRefresh();
  const go = useGo();
  const create = async () => {
    setState("saving");
    let made: string | undefined;
    try {
      const [{ newInboundGraph }, { saveRoute }] = await arrived(() => Promise.all([loadDrawing(), loadSave()]));
      const { routeTag } = await callOne(routeTagRoutes.create, { body: { routeTag: settings.title } });
      made = routeTag;
      const graph = newInboundGraph(settings);
      if (mustAsk) await (await arrived(loadDraft)).saveInboundDraft(graph, routeTag);
      else await saveRoute(graph, { routeTag, accountSid, version: 0 });
      if (words !== "") handWords(routeTag, words);
      setState("saved");
      toastSuccess("Created workflow", routeTag);
      await refresh("/v4/route/", "/v4/number");
      go(paths.editInbound(routeTag));
    } catch (problem) {
      // a workflow that cannot be removed stays visible in the list
      if (made !== undefined) await removeRoute(made).catch(() => undefined);
      setState("editing");
      void refresh("/v4/route/", "/v4/number");
      toastCreationErrors("Error creating workflow", problem instanceof RouteNotSaved ? problem.problem : problem);
    }
  };
  return { create, state };
}
