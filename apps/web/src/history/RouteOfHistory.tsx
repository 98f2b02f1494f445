import { Anchor, Popover, Text, UnstyledButton } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { RouteDecision } from "@trunkline/contract/routing/routeDecision.ts";
import { destTypeLabel } from "@trunkline/workflow/inbound/destTypeLabel.ts";
import { paths } from "../paths.ts";
import { PathLink } from "../ui/page/PathLink.tsx";
import classes from "./RouteOfHistory.module.css";

/** Where an inbound workflow led a call or text, in a few words. */
export function routePlace({ destType, dest, outcome }: RouteDecision): string {
  if (outcome === "answered") return "Answered by the product";
  if (destType === null) return "Nowhere";
  return `${destTypeLabel(destType)} ${dest ?? ""}`.trim();
}

/** Where a call or text was led; opens to what every rule said. */
export const RouteButton = ({ route }: { route: RouteDecision }) => (
  <Popover position="bottom-start" width={360} withinPortal>
    <Popover.Target>
      <UnstyledButton className={classes["place"]} aria-label={`Routed: ${routePlace(route)}. Show every rule`}>
        {routePlace(route)}
      </UnstyledButton>
    </Popover.Target>
    <Popover.Dropdown>
      <RouteVerdicts route={route} />
    </Popover.Dropdown>
  </Popover>
);

/** Which route led it where, and what every rule of every path that was judged said. */
export function RouteVerdicts({ route }: { route: RouteDecision }) {
  const { routeTag, because, paths: judged, unread, destination } = route;
  return (
    <section aria-label="Routing">
      <Text size="sm">
        <Anchor component={PathLink} to={paths.editInbound(routeTag)} inherit underline="always">
          {routeTag}
        </Anchor>
        {` · ${routePlace(route)}`}
      </Text>
      {because === null ? null : (
        <Text size="sm" c="dimmed" className={classes["because"]}>
          {because}
        </Text>
      )}
      <ol className={classes["paths"]}>
        {judged.map(({ name, and, or }) => (
          <li key={name}>
            <Text size="xs" fw={600}>
              {name === destination ? `${name} was taken` : name}
            </Text>
            {and.length + or.length === 0 ? <Text size="xs">No rules: it takes everything</Text> : null}
            <ul className={classes["rules"]}>
              {[...and, ...or].map(({ rule, actual, holds }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a verdict never changes its place
                <li key={index}>
                  {holds ? (
                    <IconCheck size={14} className={classes["yes"]} aria-label="Holds" />
                  ) : (
                    <IconX size={14} className={classes["no"]} aria-label="Does not hold" />
                  )}
                  <span>
                    {rule}
                    <span className={classes["actual"]}>{` ${actual ?? "nothing there"}`}</span>
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {unread > 0 ? (
        <Text size="xs" c="dimmed">{`${unread} more ${unread === 1 ? "path stands" : "paths stand"} behind it`}</Text>
      ) : null}
    </section>
  );
}
