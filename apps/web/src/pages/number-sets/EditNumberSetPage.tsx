import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type NumberSet, numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { callOne } from "../../api/call.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { type NumberSetDraft, NumberSetForm } from "./NumberSetForm.tsx";

/** Edits a number set. */
export function EditNumberSetPage() {
  const numberSetId = usePathPart("numberSetId") ?? "";
  const set = useQuery({ ...oneOf(numberSetRoutes.find, { params: { numberSetId } }), refetchOnWindowFocus: false });
  return (
    <Page
      title="Edit Number Set"
      purpose="Contacts whose number you remove get another number from the set."
      crumbs={[{ label: "Number Sets", to: paths.numberSets }]}
      shape="form"
    >
      {set.isError ? (
        <ErrorState title="There was an error getting number sets" problem={set.error} retry={() => set.refetch()} />
      ) : set.isPending ? (
        <Stack gap={16} aria-busy>
          <Skeleton height={36} />
          <Skeleton height={200} />
        </Stack>
      ) : (
        <Form set={set.data} />
      )}
    </Page>
  );
}

function Form({ set: { numberSetId, name, phoneNumbers } }: { set: NumberSet }) {
  const refresh = useRefresh();
  const go = useGo();
  const save = async (body: NumberSetDraft) => {
    try {
      await callOne(numberSetRoutes.update, { params: { numberSetId }, body });
    } catch (problem) {
      toastError("Error saving number set", problem);
      return false;
    }
    toastSuccess("Number set saved", body.name);
    void refresh("/v4/number");
    setTimeout(() => go(paths.numberSets));
    return true;
  };
  return <NumberSetForm initial={{ name, phoneNumbers }} save={save} />;
}
