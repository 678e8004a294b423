<?php
// The journey of 16 steps with a client of openapi-generator. SVC_URL, SVC_EMAIL and SVC_PASSWORD name the server.

use GuzzleHttp\Client as Http;
use SvcClient\Api;
use SvcClient\ApiException;
use SvcClient\Configuration;
use SvcClient\Model;

// Composer's autoloader does the same.
spl_autoload_register(function (string $class): void {
    $path = __DIR__ . '/lib/' . str_replace('\\', '/', substr($class, strlen('SvcClient\\'))) . '.php';
    if (str_starts_with($class, 'SvcClient\\') && is_file($path)) {
        require $path;
    }
});
require getenv('SVC_PHP_AUTOLOAD') ?: '/usr/share/php/GuzzleHttp/autoload.php';

$steps = 0;
function passed(string $name, bool $isRight): void
{
    global $steps;
    if (!$isRight) {
        exit("failed: $name\n");
    }
    $steps++;
    echo "ok $steps $name\n";
}

function bearer(string $token = ''): Configuration
{
    return (new Configuration())->setHost(getenv('SVC_URL'))->setAccessToken($token);
}

/** Returns the status and the typed body of the error that a call throws. */
function errorOf(callable $call): array
{
    try {
        $call();
    } catch (ApiException $error) {
        return [$error->getCode(), $error->getResponseObject()];
    }
    return [200, null];
}

$http = new Http();
$login = new Model\LoginRequest(['email' => getenv('SVC_EMAIL'), 'password' => getenv('SVC_PASSWORD')]);
$tokens = (new Api\LoginApi($http, bearer()))->createLogin($login);
passed('login', str_starts_with($tokens->getAccessToken(), 'svcuser_'));
$admin = bearer($tokens->getAccessToken());
$organization = (new Api\OrganizationsApi($http, $admin))
    ->createOrganization(new Model\CreateOrganizationRequest(['name' => 'Journey']))->getOrganization();
passed('organization', $organization->getName() === 'Journey');
$organizationKey = (new Api\OrganizationKeysApi($http, $admin))
    ->createAdminApiKey(new Model\CreateKeyRequest(['name' => 'journey']), $organization->getId());
passed('organization key', str_starts_with($organizationKey->getValue(), 'svcorg_'));
$owner = bearer($organizationKey->getValue());
$limits = new Model\ProjectLimits(['requests_per_minute' => 1000]);
$project = (new Api\ProjectsApi($http, $owner))
    ->createProject(new Model\CreateProjectRequest(['name' => 'Journey', 'limits' => $limits]));
passed('project with limits', $project->getLimits()->getRequestsPerMinute() === 1000);
$projectKeys = new Api\ProjectKeysApi($http, $owner);
$key = $projectKeys->createProjectApiKey($project->getId(), new Model\CreateProjectKeyRequest(['name' => 'journey']));
passed('project key', str_starts_with($key->getValue(), 'svcproj_'));
$keys = $projectKeys->listProjectApiKeys($project->getId());
passed('list of keys', count($keys->getData()) === 1 && $keys->getData()[0]->getId() === $key->getId());
$client = bearer($key->getValue());
$stores = new Api\VectorStoresApi($http, $client);
$store = $stores->createVectorStore(new Model\CreateVectorStoreRequest([
    'name' => uniqid('Journey '),
    'metadata' => ['team' => 'docs'],
    'expires_after' => new Model\ExpirationPolicyRequest(['days' => 7]),
]));
passed('store with metadata and expiry', $store->getExpiresAfter()->getDays() === 7 && $store->getMetadata()['team'] === 'docs');
file_put_contents('keys.md', 'The key to the engine room hangs behind the clock.');
$file = (new Api\FilesApi($http, $client))
    ->createFile(new SplFileObject('keys.md'), Model\FilePurpose::ASSISTANTS);
passed('upload', $file->getBytes() === filesize('keys.md'));
$members = new Api\VectorStoreFilesApi($http, $client);
$member = $members->createVectorStoreFile($store->getId(), new Model\CreateVectorStoreFileRequest([
    'file_id' => $file->getId(),
    'attributes' => ['year' => 2024],
    'chunking_strategy' => new Model\ChunkingStrategyRequest([
        'type' => Model\ChunkingType::_STATIC,
        'static' => new Model\StaticChunkingRequest(['max_chunk_size_tokens' => 200, 'chunk_overlap_tokens' => 50]),
    ]),
]));
passed('attach with static chunking and attributes', $member->getAttributes()['year'] === 2024);
$deadline = time() + 60;
while ($member->getStatus() === Model\VectorStoreFileStatus::IN_PROGRESS && time() < $deadline) {
    usleep(200_000);
    $member = $members->getVectorStoreFile($store->getId(), $file->getId());
}
passed('poll', $member->getStatus() === Model\VectorStoreFileStatus::COMPLETED);
$compare = fn (string $type, int $value) => new Model\ComparisonFilter(['type' => $type, 'key' => 'year', 'value' => $value]);
$found = $stores->searchVectorStore($store->getId(), new Model\SearchVectorStoreRequest([
    'query' => 'Where is the key?',
    'filters' => new Model\CompoundFilter(['type' => 'and', 'filters' => [$compare('gte', 2020), $compare('lt', 2030)]]),
]));
passed('search with a compound filter', $found->getData()[0]->getFilename() === 'keys.md');
$second = $stores->createVectorStore(new Model\CreateVectorStoreRequest(['name' => uniqid('Second ')]));
$seen = [];
$page = $stores->listVectorStores(limit: 1);
while (true) {
    array_push($seen, ...array_map(fn ($one) => $one->getId(), $page->getData()));
    if (!$page->getHasMore()) {
        break;
    }
    $page = $stores->listVectorStores(limit: 1, after: $page->getLastId());
}
passed('walk by pages of 1', $seen === [$second->getId(), $store->getId()]);
[$code, $refused] = errorOf(fn () => $stores->createVectorStore(new Model\CreateVectorStoreRequest([
    'expires_after' => new Model\ExpirationPolicyRequest(['days' => 0]),
])));
passed('422 as a typed error', $code === 422 && $refused instanceof Model\ValidationBody
    && $refused->getDetail()[0]->getType() === 'greater_than_equal');
[$code, $missing] = errorOf(fn () => $stores->getVectorStore('vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ'));
passed('404 as a typed error', $code === 404 && $missing instanceof Model\ErrorBody
    && $missing->getError()->getCode() === Model\ErrorCode::NOT_FOUND);
$answer = (new Api\InferenceApi($http, $client))->createChatCompletion(new Model\ChatCompletionRequest([
    'model' => getenv('SVC_MODEL') ?: 'chat-model',
    'messages' => [new Model\ChatMessage(['role' => 'user', 'content' => 'How warm is it in Paris?'])],
    'tools' => [new Model\ChatTool(['type' => 'function', 'function' => new Model\ChatFunction(['name' => 'weather'])])],
]));
passed('chat completion with a tool', $answer->getChoices()[0]->getMessage()->getToolCalls()[0]->getFunction()->getName() === 'weather');
passed('delete', $stores->deleteVectorStore($store->getId())->getDeleted());
