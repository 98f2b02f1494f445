import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { useEffect } from "react";
import { listOf } from "../api/queries.ts";
import { toastError } from "../ui/page/toast.tsx";

/** A time zone by its id (spec 2 §7.3). */
export function ZoneSelect({
  timezoneId,
  onChange,
  error,
}: {
  timezoneId: number;
  onChange: (timezoneId: number) => void;
  error?: string | undefined;
}) {
  const zones = useQuery({ ...listOf(accountRoutes.timezones), staleTime: Number.POSITIVE_INFINITY });
  useEffect(() => {
    if (zones.error) toastError("Error loading timezones", zones.error);
  }, [zones.error]);
  return (
    <Select
      label="Time zone"
      withAsterisk
      searchable
      allowDeselect={false}
      data={(zones.data ?? []).map((zone) => ({ value: String(zone.timezoneId), label: zone.name }))}
      placeholder={zones.isPending ? "Loading…" : "Choose"}
      nothingFoundMessage={zones.isError ? "The time zones could not be loaded" : "Nothing found"}
      value={String(timezoneId)}
      onChange={(value) => value !== null && onChange(Number(value))}
      error={error}
    />
  );
}
