# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/start/remove-unused-files.mjs scripts/start/
RUN npm ci --omit=dev && node scripts/start/remove-unused-files.mjs
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build --chown=root:root /app/node_modules node_modules
COPY --from=build --chown=node:node /app/.next .next
COPY --from=build --chown=root:root /app/package.json /app/package-lock.json /app/next.config.js /app/postcss.config.mjs /app/tsconfig.json /app/NOTICE.md ./
COPY --from=build --chown=root:root /app/app app
COPY --from=build --chown=root:root /app/components components
COPY --from=build --chown=root:root /app/lib lib
COPY --from=build --chown=root:root /app/public public
COPY --from=build --chown=root:root /app/examples examples
COPY --from=build --chown=root:root /app/scripts scripts
# The container starts without a build, because .next is up to date. Only .next is writable.
USER node
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
# web, worker or migrate
ENTRYPOINT ["node", "scripts/start/run-process.ts"]
CMD ["web"]
