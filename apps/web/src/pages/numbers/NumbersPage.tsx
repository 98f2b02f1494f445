import { Anchor, Button, Text } from "@mantine/core";
import { IconArrowsExchange, IconPencil, IconPhone, IconPhoneOff, IconPlus, IconRoute } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { carrierRoutes } from "@trunkline/contract/carriers/carrier.ts";
import { type Number_, type NumberTrend, numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { useState } from "react";
import { useRemoveOne } from "../../actions/useRemoveOne.ts";
import { call } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { CopyButton } from "../../ui/text/CopyButton.tsx";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";
import { DeliveryRate, deliveredPercent } from "./DeliveryRate.tsx";

const loadAddNumber = () => import("./AddNumber.tsx");
const AddNumber = later(async () => (await loadAddNumber()).AddNumber, { frame: overThePage });
const loadAnswerNumber = () => import("./AnswerNumber.tsx");
const AnswerNumber = later(async () => (await loadAnswerNumber()).AnswerNumber, { frame: overThePage });
const loadGetNumber = () => import("./GetNumber.tsx");
const GetNumber = later(async () => (await loadGetNumber()).GetNumber, { frame: overThePage });
const loadLabelNumber = () => import("./LabelNumber.tsx");
const LabelNumber = later(async () => (await loadLabelNumber()).LabelNumber, { frame: overThePage });
const loadMoveNumber = () => import("./MoveNumber.tsx");
const MoveNumber = later(async () => (await loadMoveNumber()).MoveNumber, { frame: overThePage });
const soon = [loadAddNumber, loadAnswerNumber, loadGetNumber, loadLabelNumber, loadMoveNumber];

const through = ({ numberSet }: { numberSet: string | null }): string =>
  numberSet === null ? "" : `, through the number set ${numberSet}`;
const carrierOf = ({ connection }: Number_): string => connection?.name ?? "simulated";

const columnsWith = (trends: ReadonlyMap<string, NumberTrend>): Column<Number_>[] => [
  {
    id: "phone",
    header: "Number",
    cell: ({ phone }) => (
      <>
        <Text inherit span fw={500} className="figures">
          {formatPhone(phone)}
        </Text>
        <CopyButton value={phone} what={phone} />
      </>
    ),
    value: (row) => row.phone,
    width: 185,
    always: true,
  },
  { id: "label", header: "Label", cell: (row) => row.label ?? "---", value: (row) => row.label, width: 112 },
  {
    id: "sets",
    header: "Number sets",
    cell: ({ numberSets }) =>
      numberSets.length === 0
        ? "---"
        : numberSets.map(({ numberSetId, name }, index) => (
            <span key={numberSetId}>
              {index > 0 ? ", " : ""}
              <Anchor component={PathLink} to={paths.editNumberSet(numberSetId)} inherit>
                {name}
              </Anchor>
            </span>
          )),
    value: (row) => row.numberSets.map(({ name }) => name).join(", "),
    width: 105,
  },
  {
    id: "route",
    header: "Answered by",
    cell: ({ route }) =>
      route === null ? (
        "---"
      ) : route.ivr ? (
        <span title={`An IVR menu${through(route)}`}>{route.routeTag}</span>
      ) : (
        <Anchor
          component={PathLink}
          to={paths.editInbound(route.routeTag)}
          inherit
          title={`An inbound workflow${through(route)}`}
        >
          {route.routeTag}
        </Anchor>
      ),
    value: (row) => row.route?.routeTag ?? "",
    width: 105,
  },
  {
    id: "workflows",
    header: "Sends for",
    cell: ({ workflows }) => <SendsFor workflows={workflows} />,
    value: (row) => row.workflows.map(({ campaignName }) => campaignName).join(", "),
    width: 160,
  },
  {
    id: "reputation",
    header: "Delivered",
    cell: (row) => <DeliveryRate number={row} trend={trends.get(row.phone)} />,
    value: (row) => deliveredPercent(row, trends.get(row.phone)),
    width: 164,
  },
  { id: "carrier", header: "Carrier", cell: carrierOf, value: carrierOf, width: 90, spare: true },
  {
    id: "place",
    header: "Place",
    cell: (row) => row.place ?? "---",
    value: (row) => row.place,
    width: 140,
    spare: true,
  },
  {
    id: "created",
    header: "Added",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 165,
    hidden: true,
  },
];

/** The first workflow that sends from a number, and the count of others. */
function SendsFor({ workflows }: Pick<Number_, "workflows">) {
  const [first, ...more] = workflows;
  if (first === undefined) return <span data-none>---</span>;
  return (
    <span title={workflows.map(({ campaignName }) => campaignName).join(", ")}>
      <Anchor component={PathLink} to={paths.editCampaign(first.campaignId)} inherit>
        {first.campaignName}
      </Anchor>
      {more.length > 0 ? ` and ${more.length} more` : ""}
    </span>
  );
}

/** The account's numbers. */
export function NumbersPage() {
  usePreload(soon);
  const numbers = useQuery(listOf(numberRoutes.list));
  const trends = useQuery(listOf(numberRoutes.trend));
  const columns = columnsWith(new Map(trends.data?.map((one) => [one.phone, one])));
  const [address, change] = useAddress();
  const { search, searchBar } = useListSearch({
    label: "Search numbers",
    placeholder: "Search number, label, place, carrier",
    width: 280,
  });
  const sorting = useSort({ by: "created", descending: true });
  const may = useMay();
  const mayAdmin = may("number-admin");
  const mayRoute = may("workflow-edit");
  const [answered, setAnswered] = useState<Number_ | null>(null);
  const release = useRelease();
  const [labelled, setLabelled] = useState<Number_ | null>(null);
  const [moved, setMoved] = useState<Number_ | null>(null);
  const found = numbers.data?.filter((row) => fitsNumber(row, search));
  const connections = (useQuery(listOf(carrierRoutes.list)).data ?? []).filter(({ carries }) => carries === "numbers");
  const take = mayAdmin ? (
    <>
      {connections.length > 0 ? (
        <Button variant="default" onClick={() => change({ add: "yes" })}>
          Add your own number
        </Button>
      ) : null}
      <Button leftSection={<IconPlus size={16} />} onClick={() => change({ take: "yes" })}>
        Get a number
      </Button>
    </>
  ) : null;
  const actionsOf = (row: Number_): RowAction[] => [
    { label: "Label", icon: IconPencil, run: () => setLabelled(row), disabled: mayAdmin ? undefined : notAllowed },
    {
      label: "Change routing",
      icon: IconRoute,
      run: () => setAnswered(row),
      disabled: mayRoute ? undefined : notAllowed,
    },
    ...(row.connection !== null && connections.length > 1
      ? [moveAction(() => setMoved(row), mayAdmin && may("account-config-update"))]
      : []),
    {
      label: "Release",
      icon: IconPhoneOff,
      run: () => void release(row),
      destructive: true,
      disabled: mayAdmin ? whyKept(row) : notAllowed,
    },
  ];
  return (
    <Page
      title="Numbers"
      purpose="The phone numbers you text and call from, and that contacts text and call."
      shape="table"
      actions={take}
    >
      <Table
        name="Numbers"
        columns={columns}
        rows={{ ...numbers, data: found }}
        rowId={(row) => row.phone}
        rowName={(row) => formatPhone(row.phone)}
        {...sorting}
        {...searchBar}
        errorTitle="Error loading numbers"
        {...(found ? { count: plural(found.length, "number") } : {})}
        rowActions={actionsOf}
        actionsWidth={150}
        empty={
          <EmptyState icon={IconPhone} title="No numbers yet" action={take}>
            Workflows send from your own numbers. Get one from the carrier, then add it to a number set.
          </EmptyState>
        }
      />
      {address["take"] && mayAdmin ? <GetNumber close={() => change({ take: undefined })} /> : null}
      {address["add"] && mayAdmin && connections.length > 0 ? (
        <AddNumber connections={connections} close={() => change({ add: undefined })} />
      ) : null}
      {answered ? <AnswerNumber number={answered} close={() => setAnswered(null)} /> : null}
      {moved ? <MoveNumber number={moved} connections={connections} close={() => setMoved(null)} /> : null}
      {labelled ? <LabelNumber number={labelled} close={() => setLabelled(null)} /> : null}
    </Page>
  );
}

const moveAction = (run: () => void, mayMove: boolean): RowAction => ({
  label: "Move to another carrier",
  icon: IconArrowsExchange,
  run,
  disabled: mayMove ? undefined : notAllowed,
});

/** Why a number can't be released. The server refuses to release a number in use. */
function whyKept({ workflows: [first, ...more], route }: Number_): string | undefined {
  if (first === undefined)
    return route === null ? undefined : `It is answered by ${route.routeTag}. Detach it there first.`;
  const others = more.length > 0 ? ` and ${more.length} more send` : " sends";
  return `${first.campaignName}${others} from it. Remove it from the number set first.`;
}

/** Matches digits regardless of formatting. */
function fitsNumber({ phone, label, place, connection }: Number_, search: string): boolean {
  const digits = search.replace(/\D/g, "");
  const isPhone = digits !== "" && /^[\d\s()+.-]+$/.test(search);
  return isPhone
    ? phone.includes(digits)
    : `${label ?? ""} ${place ?? ""} ${connection?.name ?? "simulated"} ${phone}`
        .toLowerCase()
        .includes(search.trim().toLowerCase());
}

function useRelease(): (number: Number_) => Promise<void> {
  const remove = useRemoveOne("/v4/number");
  return ({ phone, numberSets }) => {
    const sets = numberSets.map(({ name }) => name).join(", ");
    return remove({
      ask: {
        title: `Release ${formatPhone(phone)}?`,
        consequence: `${sets ? `It is removed from ${plural(numberSets.length, "number set")}: ${sets}. ` : ""}Calls and texts to it will no longer arrive, and another customer may get it.`,
        confirm: "Release",
      },
      remove: () => call(numberRoutes.release, { params: { phone } }),
      done: ["Number released", formatPhone(phone)],
      failed: "Error releasing number",
    });
  };
}
