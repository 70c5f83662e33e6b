import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const userPresentFlag = 0x01;
const userVerifiedFlag = 0x04;
const credentialIncludedFlag = 0x40;

interface ResponseOptions {
  challenge: string;
  origin?: string;
  /** True, the default, if the authenticator checked a fingerprint or PIN. */
  isVerified?: boolean;
  /** Number of signatures that the authenticator has created, including this one. */
  signatureCount?: number;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Creates a virtual authenticator with one passkey of the site http://localhost:3000. */
export function createAuthenticator() {
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });

  const encodeClientData = (type: string, { challenge, origin = 'http://localhost:3000' }: ResponseOptions) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const encodeData = ({ isVerified = true, signatureCount = 0 }: ResponseOptions, flags = 0) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signatureCount);
    const flagByte = Buffer.from([userPresentFlag | (isVerified ? userVerifiedFlag : 0) | flags]);
    return Buffer.concat([sha256('localhost'), flagByte, counter]);
  };
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };
  return {
    id: credential.id,
    /** Returns the response of `navigator.credentials.create`. */
    create(options: ResponseOptions) {
      // The public key in COSE format (RFC 9052): EC2, ES256, P-256.
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
          ] as const),
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.from([0, id.length]);
      const authenticatorData = Buffer.concat([
        encodeData(options, credentialIncludedFlag),
        Buffer.alloc(16),
        length,
        id,
        key,
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authenticatorData)],
        ]),
      );
      return {
        ...credential,
        response: {
          clientDataJSON: encodeClientData('webauthn.create', options).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Returns the response of `navigator.credentials.get`. */
    get(options: ResponseOptions) {
      const clientData = encodeClientData('webauthn.get', options);
      const authenticatorData = encodeData(options);
      const signer = createSign('sha256').update(Buffer.concat([authenticatorData, sha256(clientData)]));
      return {
        ...credential,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signer.sign(privateKey).toString('base64url'),
        },
      };
    },
  };
}
