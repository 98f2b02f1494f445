import { Button, Title } from "@mantine/core";
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconCircleCheck,
  IconCoin,
  IconDatabase,
  IconHandStop,
  IconPlayerPause,
  IconPlugConnectedX,
  IconServerOff,
  IconUserCheck,
  IconWebhook,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Attention, HomeRun } from "@trunkline/contract/reports/home.ts";
import { useRunActions } from "../../actions/useRunActions.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import classes from "./HomePage.module.css";

interface Settled {
  icon: TablerIcon;
  /** Red where something has failed, else amber. */
  failed?: true;
  /** The one action that settles it. A paused run is continued in place. */
  act?: string;
  to?: (item: Attention) => string;
  search?: (item: Attention) => Readonly<Record<string, string>>;
}

const kinds: Record<Attention["kind"], Settled> = {
  sendingHeld: { icon: IconHandStop, failed: true, act: "Allow sending", to: () => paths.settings("limits") },
  spendLimit: { icon: IconCoin, failed: true, act: "Change limit", to: () => paths.settings("limits") },
  spendNear: { icon: IconCoin, act: "Change limit", to: () => paths.settings("limits") },
  noWorker: { icon: IconServerOff, failed: true },
  carrier: { icon: IconPlugConnectedX, failed: true, act: "Check carrier", to: () => paths.settings("carriers") },
  webhook: {
    icon: IconWebhook,
    failed: true,
    act: "See requests",
    to: () => `${paths.webhooks}/deliveries`,
    search: ({ subject }) => ({ webhook: subject ?? "", outcome: "failed" }),
  },
  brand: {
    icon: IconBuildingStore,
    failed: true,
    act: "Correct brand",
    to: ({ subject }) => paths.editBrand(subject ?? ""),
  },
  tenDlc: {
    icon: IconBuildingStore,
    failed: true,
    act: "Correct campaign",
    to: ({ subject }) => paths.editTenDlc(subject ?? ""),
  },
  runHeld: {
    icon: IconAlertTriangle,
    act: "Open run",
    to: ({ campaignId, subject }) => paths.batch(campaignId ?? "", subject ?? ""),
  },
  runApproval: {
    icon: IconUserCheck,
    act: "Open run",
    to: ({ campaignId, subject }) => paths.batch(campaignId ?? "", subject ?? ""),
  },
  runPaused: { icon: IconPlayerPause, act: "Continue" },
  disk: { icon: IconDatabase, failed: true, act: "Data retention", to: () => paths.settings("retention") },
};

/** What a person has to settle, each with the one action that does it. */
export function NeedsAttention({ attention, runs }: { attention: Attention[]; runs: HomeRun[] }) {
  return (
    <section className={classes["panel"]} aria-label="Needs attention">
      <div className={classes["head"]}>
        <Title order={2}>Needs attention</Title>
        {attention.length > 0 ? (
          <span className={classes["count"]} role="img" aria-label={`${attention.length} to settle`}>
            {attention.length}
          </span>
        ) : null}
      </div>
      {attention.length === 0 ? (
        <EmptyState icon={IconCircleCheck} title="Nothing needs your attention">
          Held runs, failing webhooks, carriers that are down and declined registrations appear here.
        </EmptyState>
      ) : (
        <ul className={classes["list"]}>
          {attention.map((item) => (
            <Line
              key={`${item.kind} ${item.subject}`}
              item={item}
              run={runs.find(({ batchId }) => batchId === item.subject)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ item, run }: { item: Attention; run: HomeRun | undefined }) {
  const { icon: Icon, failed, act, to, search } = kinds[item.kind];
  return (
    <li className={classes["line"]} data-tone={failed ? "failed" : undefined}>
      <Icon size={20} stroke={1.6} aria-hidden className={classes["icon"] ?? ""} />
      <div className={classes["words"]}>
        <div className={classes["title"]}>{item.title}</div>
        <p className={classes["note"]}>{item.text}</p>
      </div>
      {to !== undefined ? (
        <Button
          variant="default"
          size="compact-sm"
          className={classes["act"] ?? ""}
          component={PathLink}
          to={to(item)}
          search={search?.(item) ?? {}}
          aria-label={`${act}: ${item.title}`}
        >
          {act}
        </Button>
      ) : item.kind === "runPaused" && run ? (
        <ContinueRun run={run} />
      ) : null}
    </li>
  );
}

function ContinueRun({ run }: { run: HomeRun }) {
  const { start, busy } = useRunActions();
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={classes["act"] ?? ""}
      loading={busy.has(run.batchId)}
      aria-label={`Continue ${run.displayName}`}
      onClick={() => void start(run)}
    >
      Continue
    </Button>
  );
}
