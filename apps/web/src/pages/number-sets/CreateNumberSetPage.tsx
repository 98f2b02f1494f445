import { numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { type NumberSetDraft, NumberSetForm } from "./NumberSetForm.tsx";

/** Creates a number set. */
export function CreateNumberSetPage() {
  const refresh = useRefresh();
  const go = useGo();
  const save = async (body: NumberSetDraft) => {
    try {
      await callOne(numberSetRoutes.create, { body });
    } catch (problem) {
      toastError("Error creating number set", problem);
      return false;
    }
    toastSuccess("Number set created", body.name);
    void refresh("/v4/number");
    setTimeout(() => go(paths.numberSets));
    return true;
  };
  return (
    <Page
      title="Create Number Set"
      purpose="A workflow sends from a number set. Each contact keeps the same number."
      crumbs={[{ label: "Number Sets", to: paths.numberSets }]}
      shape="form"
    >
      <NumberSetForm initial={{ name: "", phoneNumbers: [] }} save={save} />
    </Page>
  );
}
