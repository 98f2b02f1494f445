import { Anchor } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { authRoutes, type Me, type SendingHold } from "@trunkline/contract/identity/auth.ts";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import { callOne } from "../api/call.ts";
import { meQuery, useMay } from "../api/me.ts";
import { paths } from "../paths.ts";
import { PathLink } from "../ui/page/PathLink.tsx";
import { Time } from "../ui/text/Time.tsx";
import classes from "./SendingHeld.module.css";

/** Polling intervals without and with a hold. */
const refreshMs = { going: 30_000, held: 5_000 };

/** Says on every page that sending is held, since when and by whom, with a link to change it. */
export function SendingHeld() {
  const may = useMay()("account-config-update");
  const { data } = useQuery({
    ...meQuery,
    queryFn: ({ signal }): Promise<Me> => callOne(authRoutes.me, { signal, unasked: true }),
    refetchInterval: ({ state }) => (state.data?.held ? refreshMs.held : refreshMs.going),
  });
  const held = data?.held;
  return (
    <div role="status">
      {held ? (
        <div className={classes["strip"]} data-reason={held.reason}>
          <IconHandStop size={18} stroke={1.8} aria-hidden className={classes["icon"] ?? ""} />
          <span>
            <What {...held} />{" "}
            {may ? (
              <Anchor component={PathLink} to={paths.settings("limits")} inherit className={classes["link"] ?? ""}>
                Prices and limits
              </Anchor>
            ) : (
              "An administrator can change that."
            )}
          </span>
        </div>
      ) : null}
    </div>
  );
}

function What({ reason, since, by, spendLimitMicros }: SendingHold) {
  if (reason === "spend_limit")
    return (
      <>
        <strong>
          The spending limit of {formatDollars((spendLimitMicros ?? 0) / 1_000_000)} for today is reached.
        </strong>{" "}
        Texts and calls are blocked until midnight UTC and will not be sent later.
      </>
    );
  return (
    <>
      <strong>All sending is held</strong>
      {since === null ? null : (
        <>
          {" "}
          since <Time at={since} />
        </>
      )}
      {by === null ? "" : ` by ${by}`}. Texts, calls and emails are blocked and will not be sent later.
    </>
  );
}
