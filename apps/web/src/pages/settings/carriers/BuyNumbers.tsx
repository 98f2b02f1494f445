import { Button, Checkbox, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type CarrierConnection,
  type CarrierOffer,
  carrierRoutes,
  type numberTypes,
} from "@trunkline/contract/carriers/carrier.ts";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import { phoneCountries } from "@trunkline/workflow/parts/data/phoneCountries.ts";
import { useState } from "react";
import { callOne } from "../../../api/call.ts";
import { listOf, oneOf, useRefresh } from "../../../api/queries.ts";
import { confirm } from "../../../ui/dialog/confirm.tsx";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import { formatPhone } from "../../../ui/text/formatFigure.ts";
import { NoOffers, NumberOffers } from "../../../ui/text/NumberOffers.tsx";
import { abilitiesOf } from "./abilitiesOf.ts";
import classes from "./BuyNumbers.module.css";

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });
const countries = phoneCountries
  .map((value) => ({ value, label: countryNames.of(value) ?? value }))
  .sort((one, other) => one.label.localeCompare(other.label, "en"));
const types: { value: (typeof numberTypes)[number]; label: string }[] = [
  { value: "local", label: "Local" },
  { value: "mobile", label: "Mobile" },
  { value: "tollFree", label: "Toll-free" },
];
/** Countries whose numbers have area codes that can be searched. */
const withAreaCodes = ["US", "CA"];

const start = {
  country: "US",
  type: "local" as (typeof numberTypes)[number],
  areaCode: "",
  contains: "",
  texts: true,
  pictures: false,
  calls: false,
};
type Search = typeof start;

/** The query of a search. Null while it is incomplete or invalid. */
function queryOf(search: Search): Record<string, string> | null {
  const { country, type, contains } = search;
  const areaCode = withAreaCodes.includes(country) ? search.areaCode : "";
  if (!/^([2-9]\d{2})?$/.test(areaCode) || !/^([0-9A-Za-z*]{2,16})?$/.test(contains)) return null;
  const wanted = (["texts", "pictures", "calls"] as const).filter((ability) => search[ability]);
  return {
    country,
    type,
    ...(areaCode && { areaCode }),
    ...(contains && { contains }),
    ...Object.fromEntries(wanted.map((ability) => [ability, "true"])),
  };
}

/** What a number costs, as far as the account's settings say. */
function usePriceWords(): string {
  const account = useQuery({ ...oneOf(accountRoutes.find), staleTime: 60_000 });
  const micros = account.data?.settings.numberPriceMicros ?? null;
  return micros === null
    ? "The price is set by the provider."
    : `The price is ${formatDollars(micros / 1_000_000)} a month, as your settings say.`;
}

/** Searches the numbers that a provider sells, and buys them after asking. Stays open to buy several. */
export function BuyNumbers({ connection, close }: { connection: CarrierConnection; close: () => void }) {
  const [search, setSearch] = useState(start);
  const [settled] = useDebouncedValue(search, 400);
  const price = usePriceWords();
  return (
    <Modal opened onClose={close} title={`Buy numbers from ${connection.name}`} size="lg">
      <Stack gap={16}>
        <SearchForm search={search} change={(part) => setSearch({ ...search, ...part })} />
        <Offers connection={connection} query={queryOf(settled)} />
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" c="dimmed">
            {price} The provider charges your account there.
          </Text>
          <Button variant="default" flex="none" onClick={close}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function SearchForm({ search, change }: { search: Search; change: (part: Partial<Search>) => void }) {
  return (
    <>
      <div className={classes["search"]}>
        <Select
          label="Country"
          data={countries}
          searchable
          allowDeselect={false}
          value={search.country}
          onChange={(country) => change({ country: country ?? start.country })}
        />
        <Select
          label="Type"
          data={types}
          allowDeselect={false}
          value={search.type}
          onChange={(type) => change({ type: type ?? start.type })}
        />
        {withAreaCodes.includes(search.country) ? (
          <TextInput
            label="Area code"
            inputMode="numeric"
            maxLength={3}
            value={search.areaCode}
            error={/^([2-9]\d{0,2})?$/.test(search.areaCode) ? undefined : "Area code must be three digits"}
            onChange={(event) => change({ areaCode: event.currentTarget.value.replace(/\D/g, "") })}
          />
        ) : null}
        <TextInput
          label="Contains"
          placeholder="4663, HELLO, 55*5"
          maxLength={16}
          value={search.contains}
          error={/^[0-9A-Za-z*]*$/.test(search.contains) ? undefined : "Contains must be 2 to 16 digits, letters or *"}
          onChange={(event) => change({ contains: event.currentTarget.value.trim() })}
        />
      </div>
      <Group gap={24} role="group" aria-label="What the number must be able to do">
        {(
          [
            ["texts", "Texts"],
            ["pictures", "Pictures"],
            ["calls", "Calls"],
          ] as const
        ).map(([ability, label]) => (
          <Checkbox
            key={ability}
            label={label}
            checked={search[ability]}
            onChange={(event) => change({ [ability]: event.currentTarget.checked })}
          />
        ))}
      </Group>
    </>
  );
}

function Offers({ connection, query }: { connection: CarrierConnection; query: Record<string, string> | null }) {
  const { connectionId, name } = connection;
  const offers = useQuery({
    ...listOf(carrierRoutes.offers, { params: { connectionId }, query: query ?? {} }),
    enabled: query !== null,
    staleTime: 60_000,
    retry: false,
  });
  const price = usePriceWords();
  const refresh = useRefresh();
  const buy = useMutation({
    mutationFn: (phone: string) => callOne(carrierRoutes.buyNumber, { params: { connectionId }, body: { phone } }),
    onSuccess: ({ phone }) => toastSuccess("Number bought", formatPhone(phone)),
    onError: (problem) => toastError("Error buying number", problem),
    onSettled: () => refresh("/v4/carrier/", "/v4/number", "/auth/me"),
  });
  const ask = async (phone: string) => {
    const needsAddress = offers.data?.some((one) => one.phone === phone && one.needsAddress);
    const isSure = await confirm({
      title: `Buy ${formatPhone(phone)}?`,
      consequence: `${name} charges your account there now, then every month until you release the number. ${price}${needsAddress ? " It asks for an address in your account there first." : ""}`,
      confirm: "Buy",
      destructive: false,
    });
    if (isSure) buy.mutate(phone);
  };
  const instead =
    query === null ? (
      <NoOffers>Type a whole area code of three digits, and at least two characters of the number.</NoOffers>
    ) : offers.isError ? (
      <ErrorState title="Error loading numbers for sale" problem={offers.error} retry={() => void offers.refetch()} />
    ) : offers.data?.length === 0 ? (
      <NoOffers>The provider sells no such numbers. Try another type or area, or ask for less.</NoOffers>
    ) : undefined;
  return (
    <NumberOffers
      label="Numbers for sale"
      action="Buy"
      offers={offers.data?.map((offer) => ({ phone: offer.phone, words: wordsOf(offer) }))}
      instead={instead}
      pending={buy.isPending ? buy.variables : undefined}
      onTake={(phone) => void ask(phone)}
    />
  );
}

const wordsOf = (offer: CarrierOffer): string =>
  [offer.place, abilitiesOf(offer), offer.needsAddress && "needs an address"].filter(Boolean).join(" · ");
