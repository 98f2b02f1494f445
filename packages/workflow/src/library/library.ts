import type { LibraryBundle, LibraryWords, LibraryWorkflow } from "./libraryWorkflow.ts";
import abandonedCart from "./workflows/abandonedCart.json" with { type: "json" };
import afterHoursReply from "./workflows/afterHoursReply.json" with { type: "json" };
import appointmentReminder from "./workflows/appointmentReminder.json" with { type: "json" };
import backInStock from "./workflows/backInStock.json" with { type: "json" };
import birthdayGreeting from "./workflows/birthdayGreeting.json" with { type: "json" };
import deliveryNotice from "./workflows/deliveryNotice.json" with { type: "json" };
import doubleOptIn from "./workflows/doubleOptIn.json" with { type: "json" };
import emergencyNotice from "./workflows/emergencyNotice.json" with { type: "json" };
import eventInvitation from "./workflows/eventInvitation.json" with { type: "json" };
import feedbackAfterCall from "./workflows/feedbackAfterCall.json" with { type: "json" };
import leadNurture from "./workflows/leadNurture.json" with { type: "json" };
import npsSurvey from "./workflows/npsSurvey.json" with { type: "json" };
import onCallRota from "./workflows/onCallRota.json" with { type: "json" };
import paymentReminder from "./workflows/paymentReminder.json" with { type: "json" };
import reviewRequest from "./workflows/reviewRequest.json" with { type: "json" };
import speedToLead from "./workflows/speedToLead.json" with { type: "json" };
import subscriptionRenewal from "./workflows/subscriptionRenewal.json" with { type: "json" };
import supportIvr from "./workflows/supportIvr.json" with { type: "json" };
import twoWayConfirm from "./workflows/twoWayConfirm.json" with { type: "json" };
import winBack from "./workflows/winBack.json" with { type: "json" };

const files = {
  appointmentReminder,
  twoWayConfirm,
  eventInvitation,
  paymentReminder,
  deliveryNotice,
  abandonedCart,
  backInStock,
  subscriptionRenewal,
  doubleOptIn,
  leadNurture,
  speedToLead,
  winBack,
  birthdayGreeting,
  npsSurvey,
  reviewRequest,
  feedbackAfterCall,
  emergencyNotice,
  afterHoursReply,
  supportIvr,
  onCallRota,
};

/** All workflows of the library, in the order of its page (decision 0079). */
export const library: readonly LibraryWorkflow[] = Object.entries(files).map(([key, file]) => {
  const { library: words, ...bundle } = file as LibraryBundle & { library: LibraryWords };
  return { key, ...words, type: bundle.routes === undefined ? "Outbound" : "Inbound", bundle };
});
