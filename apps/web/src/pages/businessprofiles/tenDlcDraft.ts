import type { UseFormReturnType } from "@mantine/form";
import type { TenDlcDetails } from "@trunkline/contract/registration/tenDlcCampaign.ts";

/** A 10DLC campaign as it is being filled in. */
export type TenDlcDraft = UseFormReturnType<TenDlcDetails>;

/** A new one, before anything is typed. */
export const emptyTenDlc: TenDlcDetails = {
  brandId: "",
  usecase: "",
  subUsecases: [],
  description: "",
  messageFlow: "",
  helpMessage: "",
  numberSetId: "",
  sample1: "",
  sample2: "",
  sample3: "",
  sample4: "",
  sample5: "",
  referenceId: "",
  tag: [],
  vertical: "",
  embeddedLink: false,
  embeddedPhone: false,
  numberPool: false,
  ageGated: false,
  directLending: false,
  enableMMS: false,
  // they begin as not confirmed, and a filing wants them confirmed
  ...({ subscriberOptin: false, subscriberOptout: false, subscriberHelp: false } as object as {
    subscriberOptin: true;
    subscriberOptout: true;
    subscriberHelp: true;
  }),
  privacyPolicyLink: "",
  termsAndConditionsLink: "",
  screenshotLink: "",
};
