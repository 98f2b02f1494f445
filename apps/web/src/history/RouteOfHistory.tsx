import { Anchor, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { RouteDecision } from "@trunkline/contract/routing/routeDecision.ts";
import { paths } from "../paths.ts";
import { PathLink } from "../ui/page/PathLink.tsx";
import { Popup } from "../ui/tip/Popup.tsx";
import type { PopupState } from "../ui/tip/usePopup.ts";
import { describeRoute } from "./describeRoute.ts";
import classes from "./RouteOfHistory.module.css";

/** Opens the result of every rule beside a destination. */
export const RoutePopup = ({ popup, route }: { popup: PopupState; route: RouteDecision }) => (
  <Popup {...popup} look={{ position: "bottom-start", width: 360, trapFocus: false, returnFocus: false }}>
    <RouteVerdicts route={route} />
  </Popup>
);

/** The inbound workflow that routed a call or message, and the result of every rule that it evaluated. */
export function RouteVerdicts({ route }: { route: RouteDecision }) {
  const { routeTag, because, paths: evaluated, unread, destination } = route;
  return (
    <section aria-label="Routing">
      <Text size="sm">
        <Anchor component={PathLink} to={paths.editInbound(routeTag)} inherit underline="always">
          {routeTag}
        </Anchor>
        {` · ${describeRoute(route)}`}
      </Text>
      {because === null ? null : (
        <Text size="sm" c="dimmed" className={classes["because"]}>
          {because}
        </Text>
      )}
      <ol className={classes["paths"]}>
        {evaluated.map(({ name, description = name, and, or }) => (
          <li key={name}>
            <Text size="xs" fw={600} title={name}>
              {name === destination ? `${description} (selected)` : description}
            </Text>
            {and.length + or.length === 0 ? <Text size="xs">No rules, always matches</Text> : null}
            <ul className={classes["rules"]}>
              {[...and, ...or].map(({ rule, actual, holds }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rules are never reordered
                <li key={index}>
                  {holds ? (
                    <IconCheck size={14} className={classes["yes"]} aria-label="Met" />
                  ) : (
                    <IconX size={14} className={classes["no"]} aria-label="Not met" />
                  )}
                  <span>
                    {rule}
                    <span className={classes["actual"]}>{` ${actual ?? "(empty)"}`}</span>
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {unread > 0 ? (
        <Text size="xs" c="dimmed">{`${unread} more ${unread === 1 ? "path was" : "paths were"} not checked`}</Text>
      ) : null}
    </section>
  );
}
