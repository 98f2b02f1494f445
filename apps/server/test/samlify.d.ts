/** What the tests use of samlify: its own types bring those of a browser into the server. */
interface Entity {
  entityMeta: unknown;
}
interface Login {
  extract: { request: { id: string; issueInstant?: string; assertionConsumerServiceUrl?: string }; issuer?: string };
}

export interface ProviderEntity extends Entity {
  createLoginResponse(
    service: Entity,
    request: Login,
    binding: "post",
    user: Record<string, string>,
    fill: (template: string) => { id: string; context: string },
  ): Promise<{ context: string; entityEndpoint: string }>;
  parseLoginRequest(service: Entity, binding: "redirect", request: { query: Record<string, string> }): Promise<Login>;
}

export function IdentityProvider(settings: {
  metadata: string;
  privateKey: string;
  requestSignatureAlgorithm: string;
  messageSigningOrder: string;
  isAssertionEncrypted: boolean;
  loginResponseTemplate: { context: string; attributes: [] };
}): ProviderEntity;

export function ServiceProvider(
  settings:
    | { metadata: string }
    | {
        entityID: string;
        wantAssertionsSigned: boolean;
        wantMessageSigned: boolean;
        requestSignatureAlgorithm: string;
        transformationAlgorithms: string[];
        assertionConsumerService: { Binding: string; Location: string }[];
      },
): Entity;

export function setSchemaValidator(validator: { validate(xml: string): Promise<string> }): void;
export const Constants: { namespace: { binding: { post: string } } };
