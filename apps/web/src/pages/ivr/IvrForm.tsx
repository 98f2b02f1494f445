import { Button, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconDeviceMobile, IconPlus, IconSparkles } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { IsPhone } from "@trunkline/workflow/voice/ivr/ivrIssues.ts";
import { type FormEvent, type ReactNode, useCallback, useMemo, useState } from "react";
import { useMay } from "../../api/me.ts";
import { newestWorkflows } from "../../api/newestWorkflows.ts";
import { useModel } from "../../api/useModel.ts";
import { type FieldLists, NodeFormContext } from "../../fields/formContext.ts";
import { paths } from "../../paths.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { FormProblems } from "../../ui/form/FormProblems.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { arrived, later } from "../../ui/page/lazyPart.tsx";
import { messageOfFailure, toastError } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useGo } from "../../ui/page/useGo.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import { plural } from "../../ui/text/formatFigure.ts";
import { AnsweredNumbers } from "./AnsweredNumbers.tsx";
import { EarlierVersions } from "./EarlierVersions.tsx";
import classes from "./IvrForm.module.css";
import { IvrSettings } from "./IvrSettings.tsx";
import {
  addMenu,
  changeMenu,
  type DraftIvr,
  type DraftMenu,
  draftIssues,
  draftIvr,
  type IvrDraft,
  menuName,
  putFirst,
  removeMenu,
  savedIvr,
  trialOf,
  unreachableMenus,
} from "./ivrDraft.ts";
import { MenuForm } from "./MenuForm.tsx";
import { MenuTree } from "./MenuTree.tsx";
import { notPermitted } from "./notPermitted.ts";
import { type StoredIvr, useSaveIvr } from "./useSaveIvr.ts";

const IvrTester = later(async () => (await import("../../tester/inbound/IvrTester.tsx")).IvrTester, {
  shape: <Skeleton height={480} radius={32} aria-busy role="status" aria-label="Loading" />,
});

const DescribeMenus = later(async () => (await import("./DescribeMenus.tsx")).DescribeMenus, {
  shape: <Skeleton height={240} radius={12} aria-busy role="status" aria-label="Loading" />,
});

/** The form of an IVR: settings for all menus, the selected menu, and a tree to select menus. */
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
    // its form is below the settings for all menus
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
  const setMenus = (next: DraftMenu[]) => form.setIvr({ ...draft.ivr, menus: next });
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
              key={menu.key}
              menu={menu}
              index={chosen}
              menus={menus}
              onChange={(next) => setMenus(changeMenu(menus, chosen, next))}
              onRemove={() => {
                setMenus(removeMenu(menus, chosen));
                choose(Math.max(0, chosen - 1));
              }}
              onPutFirst={() => {
                setMenus(putFirst(menus, chosen));
                choose(0);
              }}
              onChoose={choose}
              onLinkToNew={(menuTo) => {
                const more = addMenu(menus);
                setMenus(changeMenu(more, chosen, menuTo(more.at(-1)?.key ?? "")));
              }}
            />
          )}
          <FormActions saving={form.isSaving} reason={mayAdmin ? undefined : notPermitted} cancelTo={paths.ivr} />
        </div>
        <Aside draft={draft} issues={issues} chooseMenu={choose} load={form.load}>
          <Stack gap={12}>
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
                onLoad={(ivr) => form.load(draftIvr(ivr))}
              />
            )}
          </Stack>
        </Aside>
      </form>
    </NodeFormContext.Provider>
  );
}

interface AsideProps {
  draft: IvrDraft;
  issues: ReturnType<typeof draftIssues>;
  chooseMenu: (index: number) => void;
  /** Puts another IVR into the form. */
  load: (ivr: DraftIvr) => void;
  children: ReactNode;
}

/** The tree of menus next to the form, a phone that calls the IVR of the form, or the drafter of its menus. */
function Aside({ draft, issues, chooseMenu, load, children }: AsideProps) {
  const [open, setOpen] = useState<"menus" | "try" | "describe">("menus");
  const model = useModel("ivr-admin");
  const { menus } = draft.ivr;
  const { ivr, destination } = useMemo(() => trialOf(draft), [draft]);
  // a call does not need the name that the IVR is saved under
  const problem = issues.find(({ field }) => field !== "ivrName")?.message;
  return (
    <aside className={classes["aside"]} aria-labelledby={`ivr-${open}`}>
      {open === "describe" && model !== undefined && (
        <DescribeDraft
          draft={draft}
          isLocal={model.local}
          takeOver={(ivr) => {
            load(ivr);
            chooseMenu(0);
          }}
          choose={chooseMenu}
          close={() => setOpen("menus")}
        />
      )}
      {open === "try" && (
        <IvrTester
          ivr={ivr}
          destination={destination}
          problem={problem}
          openMenu={(menuId) => chooseMenu(menus.findIndex((menu) => menu.menuId.trim() === menuId))}
          close={() => setOpen("menus")}
        />
      )}
      {open === "menus" && (
        <Stack gap={12}>
          <div className={classes["asideHead"]}>
            <Title order={2} size="h4" id="ivr-menus">
              Menus
            </Title>
            <Text size="sm" c="dimmed" className="figures" flex={1}>
              {plural(menus.length, "menu")}
            </Text>
            {model !== undefined && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconSparkles size={14} />}
                onClick={() => setOpen("describe")}
              >
                Describe
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDeviceMobile size={14} />}
              onClick={() => setOpen("try")}
            >
              Try it
            </Button>
          </div>
          {children}
        </Stack>
      )}
    </aside>
  );
}

/** The drafter, with the names of the workflows that menus start. */
function DescribeDraft({
  draft,
  ...shown
}: {
  draft: IvrDraft;
  isLocal: boolean;
  takeOver: (ivr: DraftIvr) => void;
  choose: (menu: number) => void;
  close: () => void;
}) {
  const campaigns = useQuery(newestWorkflows).data;
  const workflows = useMemo(
    () => new Map(campaigns?.map(({ campaignId, campaignName }) => [campaignId, campaignName])),
    [campaigns],
  );
  const ivr = useMemo(() => savedIvr(draft), [draft]);
  return <DescribeMenus ivr={ivr} workflows={workflows} {...shown} />;
}

/** Whether numbers are valid, before the data of all countries has loaded. */
const isWritten: IsPhone = (text) => text.trim() !== "";
const loadPhones = () => import("@trunkline/workflow/parts/phone/phone.ts");

/** All messages with their places. A message of a menu opens that menu. */
function problemsOf(
  issues: ReturnType<typeof draftIssues>,
  menus: readonly DraftMenu[],
  choose: (index: number) => void,
) {
  const seen = new Set<string>();
  return issues.flatMap(({ field, message }): ReactNode[] => {
    const at = /^menus\.(\d+)\./.exec(field)?.[1];
    const menu = at === undefined ? undefined : menus[Number(at)];
    const name = menu && (menu.menuId.trim() || `menu ${Number(at) + 1}`);
    const option = /^menus\.\d+\.options\.(\d+)\./.exec(field)?.[1];
    const key = `${at ?? ""} ${option ?? ""} ${message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    if (at === undefined) return [message];
    return [
      <span key={key}>
        {message}{" "}
        <button type="button" className={classes["where"]} onClick={() => choose(Number(at))}>
          in {name}
          {option !== undefined && `, option ${Number(option) + 1}`}
        </button>
      </span>,
    ];
  });
}

/** Asks before saving menus that can't be reached from the entry menu. */
async function acceptsUnreachable(menus: readonly DraftMenu[]): Promise<boolean> {
  const names = unreachableMenus(menus).map((name) => `"${name}"`);
  if (names.length === 0) return true;
  return confirm({
    title: names.length === 1 ? "A menu cannot be reached" : `${names.length} menus cannot be reached`,
    consequence: `No option leads callers from ${menuName(menus, 0)} to ${names.join(", ")}. To connect a menu, choose it as the "Next menu" of an option.`,
    confirm: "Save anyway",
    cancel: "Keep editing",
  });
}

function useIvrForm(initial: IvrDraft, stored: StoredIvr | null) {
  const [draft, setDraft] = useState(initial);
  const [saved, setSaved] = useState(initial);
  const [before, setBefore] = useState(stored);
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const [showAll, setShowAll] = useState(false);
  const save = useSaveIvr();
  const go = useGo();
  const [isPhone, setIsPhone] = useState<IsPhone>(() => isWritten);
  const issues = useMemo(() => draftIssues(draft, isPhone), [draft, isPhone]);
  const soon = useMemo(
    () => [
      async () => {
        const { isPhone: loaded } = await loadPhones();
        setIsPhone(() => loaded);
      },
    ],
    [],
  );
  usePreload(soon);
  useLeavePrompt(state === "editing" && draft !== saved && JSON.stringify(draft) !== JSON.stringify(saved));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setShowAll(true);
    setState("saving");
    const loaded = await arrived(loadPhones).catch((problem: unknown) => {
      toastError("Error saving IVR Menu.", problem);
      return undefined;
    });
    if (loaded === undefined) return setState("editing");
    setIsPhone(() => loaded.isPhone);
    if (draftIssues(draft, loaded.isPhone).length > 0) {
      setState("editing");
      requestAnimationFrame(() => document.querySelector('[role="alert"]')?.scrollIntoView({ block: "center" }));
      return;
    }
    if (!(await acceptsUnreachable(draft.ivr.menus))) return setState("editing");
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
    setIvr: (ivr: DraftIvr) => setDraft((now) => ({ ...now, ivr })),
    load: (ivr: DraftIvr) =>
      setDraft((now) => ({
        ...now,
        ivr: { ...ivr, version: now.ivr.version },
        overPlays: ivr.configurationOptions.maxAttemptsPlay !== "",
      })),
    submit: (event: FormEvent) => void submit(event),
  };
}

/** The options of the fields of actions. */
function useLists(): FieldLists {
  const campaigns = useQuery(newestWorkflows);
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
