# つきだより as one image: Node 24, the built server, the operator's commands, nothing to compile.
ARG NODE=node:24.21.0-slim

FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without scripts, which call a compiler.
RUN npm ci --ignore-scripts
COPY astro.config.mjs tsconfig.json ./
COPY scripts scripts
COPY public public
COPY db db
COPY src src
# Without history the build learns its commit here; deploy/update.sh gives it.
ARG COMMIT
RUN node scripts/astro.mjs build

# Only to look at, on localhost (compose.demo.yaml): seeded at the first start, gone with its container.
FROM build AS demo
ARG COMMIT
ENV COMMIT=${COMMIT} \
    HOST=0.0.0.0 \
    DATA_DIR=/data/demo
RUN mkdir /data && chown node:node /data
COPY commands commands
COPY demo demo
COPY deploy/operator.yaml deploy/operator.yaml
USER node
CMD ["node", "scripts/demo.ts"]

# What server, decoders and commands open; libraries of pages are in the build.
FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM ${NODE}
# As in package.json.
ARG COMMIT
LABEL org.opencontainers.image.title="tsukidayori" \
      org.opencontainers.image.version="0.2.0" \
      org.opencontainers.image.revision="${COMMIT}" \
      org.opencontainers.image.description="Monthly photo letters from care homes to families" \
      org.opencontainers.image.licenses="MIT"
# glibc keeps little of what is freed, nor does the allocator of password hashes (mimalloc);
# jemalloc gave no less memory.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MIMALLOC_PURGE_DELAY=0 \
    HOST=0.0.0.0 \
    PORT=4321 \
    DATA_DIR=/data \
    ADMIN_COMMAND="docker compose exec app node commands/admin.ts"
WORKDIR /app
RUN mkdir /data && chown node:node /data && chmod 700 /data
COPY --from=build /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
# Decoders and commands run from here; Node 24 reads TypeScript.
COPY scripts/healthcheck.mjs scripts/healthcheck.mjs
COPY db db
COPY commands commands
COPY src src
USER node
VOLUME /data
EXPOSE 4321
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=256", "--no-allocation-site-pretenuring", "--v8-pool-size=1", "dist/server/entry.mjs"]
