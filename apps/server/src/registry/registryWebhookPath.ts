/** Where the registry tells what has happened. */
export const registryWebhookPath = "/hooks/registry";
