import { Button, Stack, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { campaignRoutes } from "@trunkline/contract/campaign.ts";
import type { Ivr, IvrMenu } from "@trunkline/workflow/voice/ivr/ivr.ts";
import type { IsPhone } from "@trunkline/workflow/voice/ivr/ivrIssues.ts";
import { type FormEvent, type ReactNode, useCallback, useMemo, useState } from "react";
import { useMay } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { type FieldLists, NodeFormContext } from "../../fields/formContext.ts";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/FormActions.tsx";
import { FormProblems } from "../../ui/FormProblems.tsx";
import { plural } from "../../ui/formatFigure.ts";
import { arrived } from "../../ui/later.tsx";
import { messageOfFailure, toastError } from "../../ui/toast.tsx";
import { useAddress } from "../../ui/useAddress.ts";
import { useGo } from "../../ui/useGo.ts";
import { useLeavePrompt } from "../../ui/useLeavePrompt.ts";
import { useLoadSoon } from "../../ui/useLoadSoon.ts";
import { AnsweredNumbers } from "./AnsweredNumbers.tsx";
import { EarlierVersions } from "./EarlierVersions.tsx";
import classes from "./IvrForm.module.css";
import { IvrSettings } from "./IvrSettings.tsx";
import { addMenu, changeMenu, draftIssues, type IvrDraft, putFirst, removeMenu } from "./ivrDraft.ts";
import { MenuForm } from "./MenuForm.tsx";
import { MenuTree } from "./MenuTree.tsx";
import { notPermitted } from "./notPermitted.ts";
import { type StoredIvr, useSaveIvr } from "./useSaveIvr.ts";

/** The form of an IVR: what holds for all menus, one menu at a time, and the drawing beside it in which menus are chosen. */
export function IvrForm({ initial, stored }: { initial: IvrDraft; stored: StoredIvr | null }) {
  const form = useIvrForm(initial, stored);
  const { draft, issues, showAll } = form;
  const { menus } = draft.ivr;
  const mayAdmin = useMay()("ivr-admin");
  const [address, change] = useAddress();
  const asked = Number(address["menu"] ?? 1) - 1;
  const chosen = menus[asked] === undefined ? 0 : asked;
  const choose = (index: number) => {
    change({ menu: index === 0 ? undefined : String(index + 1) });
    // its form stands under what holds for all
    requestAnimationFrame(() => document.getElementById("ivr-menu")?.scrollIntoView({ block: "start" }));
  };
  const lists = useLists();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = useCallback(
    (place: string) => setTouched((places) => (places.has(place) ? places : new Set(places).add(place))),
    [],
  );
  const context = useMemo(
    () => ({
      lists,
      touch,
      readOnly: !mayAdmin,
      errorAt: (place: string) =>
        showAll || touched.has(place) ? issues.find(({ field }) => field === place)?.message : undefined,
    }),
    [lists, touch, mayAdmin, showAll, touched, issues],
  );
  const setMenus = (next: IvrMenu[]) => form.setIvr({ ...draft.ivr, menus: next });
  const add = () => {
    setMenus(addMenu(menus));
    choose(menus.length);
  };
  const menu = menus[chosen];
  return (
    <NodeFormContext.Provider value={context}>
      <form onSubmit={form.submit} noValidate className={classes["form"]}>
        <div className={classes["fields"]}>
          {!mayAdmin && <Text c="dimmed">{notPermitted}</Text>}
          <FormProblems problems={showAll ? problemsOf(issues, menus, choose) : []} />
          <IvrSettings draft={draft} isNew={stored === null} onChange={form.setDraft} />
          <AnsweredNumbers draft={draft} disabled={!mayAdmin} onChange={form.setDraft} />
          {menu && (
            <MenuForm
              key={form.keyOf(chosen)}
              menu={menu}
              index={chosen}
              menus={menus}
              onChange={(next) => setMenus(changeMenu(menus, chosen, next))}
              onRemove={() => {
                form.dropKey(chosen);
                setMenus(removeMenu(menus, chosen));
                choose(Math.max(0, chosen - 1));
              }}
              onPutFirst={() => {
                setMenus(putFirst(menus, chosen));
                choose(0);
              }}
              onChoose={choose}
              onLeadToNew={(menuTo) => {
                const more = addMenu(menus);
                const name = more.at(-1)?.menuId ?? "";
                setMenus(changeMenu(more, chosen, menuTo(name)));
              }}
            />
          )}
          <FormActions saving={form.isSaving} reason={mayAdmin ? undefined : notPermitted} cancelTo={paths.ivr} />
        </div>
        <aside className={classes["aside"]} aria-labelledby="ivr-menus">
          <Stack gap={12}>
            <div className={classes["asideHead"]}>
              <Title order={2} size="h4" id="ivr-menus">
                Menus
              </Title>
              <Text size="sm" c="dimmed" className="figures">
                {plural(menus.length, "menu")}
              </Text>
            </div>
            <MenuTree menus={menus} chosen={chosen} issues={showAll ? issues : []} onChoose={choose} />
            {mayAdmin && (
              <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add} w="fit-content">
                Add menu
              </Button>
            )}
            {stored && (
              <EarlierVersions
                name={draft.ivr.ivrName}
                version={stored.version}
                mayLoad={mayAdmin}
                onLoad={(ivr) => form.load(ivr)}
              />
            )}
          </Stack>
        </aside>
      </form>
    </NodeFormContext.Provider>
  );
}

/** What is said of numbers before those of all countries are there. */
const isWritten: IsPhone = (text) => text.trim() !== "";
const loadPhones = () => import("@trunkline/workflow/parts/phone.ts");

/** Every message with where it stands: a message of a menu opens it. */
function problemsOf(
  issues: ReturnType<typeof draftIssues>,
  menus: readonly IvrMenu[],
  choose: (index: number) => void,
) {
  const seen = new Set<string>();
  return issues.flatMap(({ field, message }): ReactNode[] => {
    const at = /^menus\.(\d+)\./.exec(field)?.[1];
    const menu = at === undefined ? undefined : menus[Number(at)];
    const name = menu && (menu.menuId.trim() || `menu ${Number(at) + 1}`);
    const key = `${at ?? ""} ${message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    if (at === undefined) return [message];
    return [
      <span key={key}>
        {message}{" "}
        <button type="button" className={classes["where"]} onClick={() => choose(Number(at))}>
          in {name}
        </button>
      </span>,
    ];
  });
}

function useIvrForm(initial: IvrDraft, stored: StoredIvr | null) {
  const [draft, setDraft] = useState(initial);
  const [saved, setSaved] = useState(initial);
  const [before, setBefore] = useState(stored);
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const [showAll, setShowAll] = useState(false);
  const [keys, setKeys] = useState({ list: initial.ivr.menus.map((_, at) => at), next: initial.ivr.menus.length });
  const save = useSaveIvr();
  const go = useGo();
  const [isPhone, setIsPhone] = useState<IsPhone>(() => isWritten);
  const issues = useMemo(() => draftIssues(draft, isPhone), [draft, isPhone]);
  const soon = useMemo(
    () => [
      async () => {
        const { isPhone: told } = await loadPhones();
        setIsPhone(() => told);
      },
    ],
    [],
  );
  useLoadSoon(soon);
  useLeavePrompt(state === "editing" && draft !== saved && JSON.stringify(draft) !== JSON.stringify(saved));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setShowAll(true);
    setState("saving");
    const told = await arrived(loadPhones).catch((problem: unknown) => {
      toastError("Error saving IVR Menu.", problem);
      return undefined;
    });
    if (told === undefined) return setState("editing");
    setIsPhone(() => told.isPhone);
    if (draftIssues(draft, told.isPhone).length > 0) {
      setState("editing");
      requestAnimationFrame(() => document.querySelector('[role="alert"]')?.scrollIntoView({ block: "center" }));
      return;
    }
    const result = await (before === null ? save.create(draft) : save.update(draft, before));
    if (result.stored && before) {
      setBefore({ ...before, version: result.stored.version, mohUrl: draft.mohUrl, hasRoute: true });
      setSaved(draft);
    }
    setState(result.isDone ? "saved" : "editing");
    if (result.isDone) setTimeout(() => go(paths.ivr));
  };
  return {
    draft,
    issues,
    showAll,
    isSaving: state === "saving",
    setDraft,
    setIvr: (ivr: Ivr) => setDraft((now) => ({ ...now, ivr })),
    load: (ivr: Ivr) =>
      setDraft((now) => ({
        ...now,
        ivr: { ...ivr, version: now.ivr.version },
        overPlays: ivr.configurationOptions.maxAttemptsPlay !== "",
      })),
    submit: (event: FormEvent) => void submit(event),
    keyOf: (index: number) => keys.list[index] ?? `new ${index}`,
    dropKey: (index: number) => setKeys((now) => ({ ...now, list: now.list.filter((_, at) => at !== index) })),
  };
}

/** What the fields of actions pick from. */
function useLists(): FieldLists {
  const campaigns = useQuery(listOf(campaignRoutes.all));
  return useMemo(
    () => ({
      options: (source) =>
        source === "campaigns"
          ? campaigns.data?.map(({ campaignId, campaignName }) => ({ value: campaignId, label: campaignName }))
          : [],
      paths: () => [],
      flag: () => false,
      ...(campaigns.error && { problem: messageOfFailure(campaigns.error) }),
    }),
    [campaigns.data, campaigns.error],
  );
}
