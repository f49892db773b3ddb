/** The ports of services that scripts usually address on localhost, by a part of the image's name. */
export const servicePorts: Readonly<Record<string, number>> = {
  browserless: 3000,
  cassandra: 9042,
  clickhouse: 8123,
  couchdb: 5984,
  dynamodb: 8000,
  elasticsearch: 9200,
  influxdb: 8086,
  kafka: 9092,
  localstack: 4566,
  mailhog: 1025,
  mariadb: 3306,
  memcached: 11211,
  minio: 9000,
  mongo: 27017,
  mssql: 1433,
  mysql: 3306,
  nats: 4222,
  neo4j: 7687,
  opensearch: 9200,
  postgis: 5432,
  postgres: 5432,
  rabbitmq: 5672,
  redis: 6379,
  selenium: 4444,
  solr: 8983,
  valkey: 6379,
};

/** Has the client of Docker, for a step that starts a container. */
export const toolsImage = 'docker:28-cli';
/** Passes connections on. */
export const forwarderImage = 'alpine/socat:1.8.0.3';
