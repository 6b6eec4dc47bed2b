# The image holds one static binary and nothing else. It is built as a user without rights, and the
# folder of the database belongs to that user.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN make build && mkdir /data

FROM scratch
COPY --from=build /src/dist/giftserver /giftserver
# Collectors of traces may be at https addresses.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
ENV GIFTSERVER_ADDR=0.0.0.0:8080 GIFTSERVER_DB=/data/catalog.db
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["/giftserver", "health"]
ENTRYPOINT ["/giftserver"]
CMD ["serve"]
