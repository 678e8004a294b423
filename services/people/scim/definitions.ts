// The documents by which a directory learns what this server supports of SCIM (RFC 7643, sections 5 to 7).

type Definition = { schemas: string[] } & Record<string, unknown>;

const core = 'urn:ietf:params:scim:schemas:core:2.0';

export const scimConfiguration: Definition = {
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 100 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Organization key',
      description: 'A key of the organization with the scope scim.write, sent as Authorization: Bearer.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
};

export const scimResourceTypes: Definition[] = ['User', 'Group'].map((name) => ({
  schemas: [`${core}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  description: `${name}s of the organization`,
  schema: `${core}:${name}`,
  schemaExtensions: [],
}));

/** An attribute of a resource, with the values that most attributes have. */
function attribute(name: string, description: string, others: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...others,
  };
}

const externalId = attribute('externalId', "The directory's own id.", { caseExact: true });

const userAttributes = [
  attribute('userName', 'The e-mail address with which the person signs in.', {
    required: true,
    uniqueness: 'server',
  }),
  externalId,
  attribute('displayName', 'The name.'),
  attribute('name', 'The parts of the name.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name.'),
      attribute('givenName', 'The given name.'),
      attribute('familyName', 'The family name.'),
    ],
  }),
  attribute('active', 'False if the membership is suspended.', { type: 'boolean' }),
  attribute('emails', 'The address of userName.', {
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      attribute('value', 'The address.', { mutability: 'readOnly' }),
      attribute('type', 'Always work.', { mutability: 'readOnly', canonicalValues: ['work'] }),
      attribute('primary', 'Always true.', { type: 'boolean', mutability: 'readOnly' }),
    ],
  }),
];

const groupAttributes = [
  attribute('displayName', 'The name.', { required: true, uniqueness: 'server' }),
  externalId,
  attribute('members', 'The users of the group.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user.', { caseExact: true, mutability: 'immutable' }),
      attribute('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
    ],
  }),
];

const schemas: [name: string, description: string, attributes: unknown[]][] = [
  ['User', 'A member of the organization', userAttributes],
  ['Group', 'A group of members, who have its roles', groupAttributes],
];

export const scimSchemas: Definition[] = schemas.map(([name, description, attributes]) => ({
  schemas: [`${core}:Schema`],
  id: `${core}:${name}`,
  name,
  description,
  attributes,
}));
